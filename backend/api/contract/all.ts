import { account } from './account.ts';
import { administration } from './administration.ts';
import { assignments } from './assignments.ts';
import { assistantCalls } from './assistant.ts';
import { attention } from './attention.ts';
import { auth } from './auth.ts';
import { authoring } from './authoring.ts';
import { bundles } from './bundles.ts';
import { catalogue } from './catalogue.ts';
import { certificates } from './certificates.ts';
import { comments } from './comments.ts';
import { community } from './community.ts';
import { companyCalls } from './companies.ts';
import { comparisons } from './comparisons.ts';
import { contentSearch } from './contentSearch.ts';
import { coupons } from './coupons.ts';
import { courseBatches } from './courseBatches.ts';
import { courseManagement } from './courseManagement.ts';
import { courseParts } from './courseParts.ts';
import { drafts } from './drafts.ts';
import { eventCalls } from './events.ts';
import { exercises } from './exercises.ts';
import { factCalls } from './facts.ts';
import { figures } from './figures.ts';
import { files } from './files.ts';
import { followingCalls } from './following.ts';
import { gifts } from './gifts.ts';
import { groups } from './groups.ts';
import { habits } from './habit.ts';
import { histories } from './history.ts';
import { imports } from './imports.ts';
import { apiKeyCalls, webhookCalls } from './integrations.ts';
import { integrityCalls } from './integrity.ts';
import { leads } from './leads.ts';
import { learning } from './learning.ts';
import { mail } from './mail.ts';
import { notes } from './notes.ts';
import { notifications } from './notifications.ts';
import { packages } from './packages.ts';
import { past } from './past.ts';
import { payments } from './payments.ts';
import { people } from './people.ts';
import { ltiCalls, platformCalls } from './platforms.ts';
import { projectionCalls } from './projections.ts';
import { quizzes } from './quizzes.ts';
import { reactions } from './reactions.ts';
import { receipts } from './receipts.ts';
import { reports } from './reports.ts';
import { resources } from './resources.ts';
import { reviews } from './reviews.ts';
import { rights } from './rights.ts';
import type { RouteContract } from './route.ts';
import { scholarships } from './scholarships.ts';
import { segments } from './segments.ts';
import { setup } from './setup.ts';
import { site } from './site.ts';
import { sqlCalls } from './sql.ts';
import { storeHealthCalls } from './storeHealth.ts';
import { support } from './support.ts';
import { teaching } from './teaching.ts';
import { transfers } from './transfers.ts';
import { videos } from './videos.ts';
import { viewing } from './viewing.ts';
import { visit } from './visit.ts';
import { webinars } from './webinars.ts';
import { whatIfCalls } from './whatIf.ts';
import { xapiCalls } from './xapi.ts';

/** Every call of the API. */
export const contracts = {
  ...auth,
  ...account,
  ...people,
  ...assignments,
  ...imports,
  ...segments,
  ...sqlCalls,
  ...apiKeyCalls,
  ...webhookCalls,
  ...companyCalls,
  ...platformCalls,
  ...ltiCalls,
  ...assistantCalls,
  ...xapiCalls,
  ...whatIfCalls,
  ...storeHealthCalls,
  ...rights,
  ...followingCalls,
  ...support,
  ...catalogue,
  ...courseParts,
  ...drafts,
  ...eventCalls,
  ...courseBatches,
  ...courseManagement,
  ...authoring,
  ...packages,
  ...histories,
  ...factCalls,
  ...integrityCalls,
  ...learning,
  ...notifications,
  ...certificates,
  ...notes,
  ...exercises,
  ...habits,
  ...contentSearch,
  ...resources,
  ...videos,
  ...quizzes,
  ...administration,
  ...projectionCalls,
  ...attention,
  ...teaching,
  ...figures,
  ...site,
  ...community,
  ...leads,
  ...scholarships,
  ...reviews,
  ...comments,
  ...reports,
  ...mail,
  ...reactions,
  ...files,
  ...webinars,
  ...payments,
  ...coupons,
  ...transfers,
  ...receipts,
  ...comparisons,
  ...bundles,
  ...groups,
  ...gifts,
  ...past,
  ...visit,
  ...viewing,
  ...setup,
} as const;
type Contracts = typeof contracts;
/** The calls that read. */
export type QueryName = { [Name in keyof Contracts]: Contracts[Name]['method'] extends 'GET' ? Name : never }[keyof Contracts];
export const allRoutes: readonly RouteContract[] = Object.values(contracts) as unknown as readonly RouteContract[];
