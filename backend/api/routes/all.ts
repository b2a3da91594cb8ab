import type { FastifyInstance } from 'fastify';
import { createBatches } from '../../commands/learning/batches.ts';
import { createCatalogueSearch } from '../../projections/catalogue/catalogueSearch.ts';
import { createCourseDirectory } from '../../projections/courseDirectory.ts';
import { createInboxReader } from '../../projections/inboxReader.ts';
import { createJourneyFigures } from '../../projections/journeyFigures.ts';
import { createPeopleDirectory } from '../../projections/peopleDirectory.ts';
import { publicName } from '../answers/people.ts';
import { createEditing } from '../calls/editing.ts';
import type { Implement } from '../calls/implement.ts';
import type { CourseReading } from '../calls/ownership.ts';
import type { Deps } from '../deps.ts';
import type { Identity } from '../plugins/identity.ts';
import type { Passes } from '../plugins/passes.ts';
import { accountRoutes } from './account.ts';
import { accountSecurityRoutes } from './accountSecurity.ts';
import { administrationRoutes } from './administration.ts';
import { apiKeyRoutes } from './apiKeys.ts';
import { assignmentRoutes } from './assignments.ts';
import { assistantRoutes } from './assistant.ts';
import { attentionRoutes } from './attention.ts';
import { authRoutes } from './auth.ts';
import { bundleRoutes } from './bundles.ts';
import { calendarRoutes } from './calendar.ts';
import { catalogueRoutes } from './catalogue.ts';
import { certificateRoutes } from './certificates.ts';
import { commentRoutes } from './comments.ts';
import { communityRoutes } from './community.ts';
import { companyRoutes } from './companies.ts';
import { createCompanyClients } from './companyClients.ts';
import { companySignInRoutes } from './companySignIn.ts';
import { contentSearchRoutes } from './contentSearch.ts';
import { couponRoutes } from './coupons.ts';
import { type CourseAccess, courseAccess } from './courseAccess.ts';
import { courseBatchRoutes } from './courseBatches.ts';
import { courseManagementRoutes } from './courseManagement.ts';
import { coursePartRoutes } from './courseParts.ts';
import { documentCheckRoutes } from './documentChecks.ts';
import { draftRoutes } from './drafts.ts';
import { eventRoutes } from './events.ts';
import { exerciseRoutes } from './exercises.ts';
import { factRoutes } from './facts.ts';
import { figureRoutes } from './figures.ts';
import { fileRoutes } from './files.ts';
import { followingRoutes } from './following.ts';
import { giftRoutes } from './gifts.ts';
import { registerGoogle } from './google.ts';
import { groupRoutes } from './groups.ts';
import { habitRoutes } from './habit.ts';
import { historyRoutes } from './history.ts';
import { importRoutes } from './imports.ts';
import { integrityRoutes } from './integrity.ts';
import { leadRoutes } from './leads.ts';
import { learningRoutes } from './learning.ts';
import { registerLti } from './lti.ts';
import { mailRoutes } from './mail.ts';
import { noteRoutes } from './notes.ts';
import { notificationRoutes } from './notifications.ts';
import { oneTapRoutes } from './oneTap.ts';
import { orderOfficeRoutes } from './orderOffice.ts';
import { createOwnAccount } from './ownAccount.ts';
import { packageRoutes } from './packages.ts';
import { passkeyRoutes } from './passkeys.ts';
import { passwordResetRoutes } from './passwordReset.ts';
import { pastRoutes } from './past.ts';
import { paymentComparisonRoutes } from './paymentComparison.ts';
import { demoPaymentRoutes, providerRoutes } from './paymentProvider.ts';
import { paymentRoutes } from './payments.ts';
import { peopleRoutes } from './people.ts';
import { phoneRoutes } from './phone.ts';
import { platformRoutes } from './platforms.ts';
import { projectionRoutes } from './projections.ts';
import { quizRoutes } from './quizzes.ts';
import { reactionRoutes } from './reactions.ts';
import { receiptRoutes } from './receipts.ts';
import { registrationRoutes } from './registration.ts';
import { reportRoutes } from './reports.ts';
import { researchRoutes } from './research.ts';
import { resourceRoutes } from './resources.ts';
import { reviewRoutes } from './reviews.ts';
import { rightsRoutes } from './rights.ts';
import { scholarshipRoutes } from './scholarships.ts';
import { searchRoutes } from './search.ts';
import { segmentRoutes } from './segments.ts';
import { setupRoutes } from './setup.ts';
import { siteRoutes } from './site.ts';
import { sqlRoutes } from './sql.ts';
import { storeHealthRoutes } from './storeHealth.ts';
import { supportRoutes } from './support.ts';
import { teachingRoutes } from './teaching.ts';
import { transferRoutes } from './transfers.ts';
import { userRoutes } from './users.ts';
import { userUpdateRoutes } from './userUpdate.ts';
import { videoRoutes } from './videos.ts';
import { viewingRoutes } from './viewing.ts';
import { visitRoutes } from './visit.ts';
import { webhookRoutes } from './webhooks.ts';
import { webinarRoutes } from './webinars.ts';
import { whatIfRoutes } from './whatIf.ts';
import { xapiRoutes } from './xapi.ts';

/** What the routes of all contexts are built from. */
interface RouteParts {
  http: FastifyInstance;
  implement: Implement;
  deps: Deps;
  /** The live connections: `recheck` checks those of a person again, `tell` and `followed` are for what is no event. */
  hub: { recheck(userId: number): void; broadcast(topic: string, id: string): void; followed(prefix: string): string[] };
  passes: Passes<Identity>;
  reading: CourseReading;
}
/** What several contexts share. */
interface Shared extends RouteParts {
  people: ReturnType<typeof createPeopleDirectory>;
  courses: ReturnType<typeof createCourseDirectory>;
  catalogue: ReturnType<typeof createCatalogueSearch>;
  access: CourseAccess;
  editing: ReturnType<typeof createEditing>;
}

/**
 * Registers every call of the API but those with files, which have a scope of their own (`registerUploadRoutes`). Returns the catalogue's search, and a
 * function that ends their background work.
 */
export async function registerRoutes(parts: RouteParts) {
  const { implement, deps, hub } = parts;
  const { reads, reader, logger } = deps;
  const shared: Shared = {
    ...parts,
    people: createPeopleDirectory(reads, reader),
    courses: createCourseDirectory(reads, reader, publicName),
    catalogue: createCatalogueSearch(reads, reader, publicName),
    access: courseAccess(deps, parts.reading),
    editing: createEditing(deps.vault, hub, (error) => logger.warn({ err: error }, 'who edits which course could not be read')),
  };
  await accounts(shared);
  peopleOfTheSchool(shared);
  authoring(shared);
  const exercises = learning(shared);
  community(shared);
  publicSite(shared);
  payments(shared);
  operation(shared);
  history(shared);
  const sql = sqlRoutes(implement, deps);
  return {
    catalogue: shared.catalogue,
    async close(): Promise<void> {
      shared.editing.close();
      await Promise.all([sql.close(), exercises.close()]);
    },
  };
}

/** The calls whose bodies are files. */
export function registerUploadRoutes(scope: FastifyInstance, implement: Implement, deps: Deps, reading: CourseReading): void {
  fileRoutes(scope, implement, deps, reading);
  packageRoutes(implement, deps);
}

/** One's own account: signing in, registering, keeping it safe. */
async function accounts({ http, implement, deps, hub }: Shared): Promise<void> {
  authRoutes(implement, deps, hub.recheck);
  registrationRoutes(implement, deps, hub.recheck);
  passwordResetRoutes(implement, deps, hub.recheck);
  const ownAccount = createOwnAccount(deps);
  accountRoutes(implement, deps, ownAccount, hub.recheck);
  accountSecurityRoutes(implement, deps, ownAccount, hub.recheck);
  phoneRoutes(implement, deps, ownAccount);
  passkeyRoutes(implement, deps, ownAccount, hub.recheck);
  oneTapRoutes(implement, deps, await registerGoogle(http, deps, hub.recheck));
  const companies = createCompanyClients(deps);
  companyRoutes(implement, deps, companies);
  companySignInRoutes(http, implement, deps, ownAccount, companies, hub.recheck);
  registerLti(http, implement, deps, ownAccount);
  viewingRoutes(implement, deps, hub.recheck);
  rightsRoutes(implement, deps);
}

/** What is done with accounts of others. */
function peopleOfTheSchool({ implement, deps, hub, people }: Shared): void {
  userRoutes(implement, deps, hub.recheck);
  userUpdateRoutes(implement, deps, hub.recheck);
  peopleRoutes(implement, deps, people, hub.recheck);
  segmentRoutes(implement, deps, people);
  supportRoutes(implement, deps, people);
  notificationRoutes(implement, deps, createInboxReader(deps.reads, deps.reader), people);
  followingRoutes(implement, deps);
}

/** Making courses, and finding them. */
function authoring({ implement, deps, hub, courses, catalogue, access, editing }: Shared): void {
  const batches = createBatches(deps.commands, deps.accounts, deps.learning, deps.authoring);
  assignmentRoutes(implement, deps, batches);
  importRoutes(implement, deps, batches);
  courseBatchRoutes(implement, deps, batches);
  courseManagementRoutes(implement, deps, courses, hub.recheck);
  catalogueRoutes(implement, deps, access, searchRoutes(implement, catalogue));
  coursePartRoutes(implement, deps, access);
  draftRoutes(implement, deps, access, editing);
  contentSearchRoutes(implement, deps);
  resourceRoutes(implement, deps);
  videoRoutes(implement, deps);
  teachingRoutes(implement, deps, courses);
}

/** Studying a course. */
function learning({ implement, deps, reading, access }: Shared): { close(): Promise<void> } {
  learningRoutes(implement, deps, reading);
  quizRoutes(implement, deps, access);
  whatIfRoutes(implement, deps, access);
  certificateRoutes(implement, deps);
  noteRoutes(implement, deps, reading);
  habitRoutes(implement, deps);
  groupRoutes(implement, deps, reading);
  calendarRoutes(implement, deps);
  xapiRoutes(implement, deps);
  researchRoutes(implement, deps);
  return exerciseRoutes(implement, deps, access);
}

/** What people say to each other. */
function community({ implement, deps, hub, reading }: Shared): void {
  communityRoutes(implement, deps);
  reviewRoutes(implement, deps);
  commentRoutes(implement, deps, reading);
  reportRoutes(implement, deps, reading, hub.broadcast);
  webinarRoutes(implement, deps);
}

/** What the public site shows and asks. */
function publicSite({ implement, deps }: Shared): void {
  siteRoutes(implement, deps);
  leadRoutes(implement, deps);
  scholarshipRoutes(implement, deps);
  visitRoutes(implement, deps);
}

/** Buying and selling. */
function payments({ http, implement, deps }: Shared): void {
  paymentRoutes(implement, deps);
  transferRoutes(implement, deps);
  orderOfficeRoutes(implement, deps);
  demoPaymentRoutes(implement, deps);
  providerRoutes(http, deps);
  couponRoutes(implement, deps);
  bundleRoutes(implement, deps);
  giftRoutes(implement, deps);
  receiptRoutes(implement, deps);
  paymentComparisonRoutes(implement, deps);
}

/** Running the school, and what other programs may do. */
function operation({ http, implement, deps, hub, passes, people, courses }: Shared): void {
  setupRoutes(implement, deps, hub.recheck);
  administrationRoutes(implement, deps);
  attentionRoutes(implement, deps, people, courses);
  figureRoutes(implement, createJourneyFigures(deps.reads, deps.reader));
  projectionRoutes(implement, deps);
  documentCheckRoutes(implement, deps);
  storeHealthRoutes(implement, deps);
  mailRoutes(implement, deps);
  reactionRoutes(implement, deps);
  apiKeyRoutes(implement, deps);
  webhookRoutes(implement, deps);
  platformRoutes(implement, deps);
  assistantRoutes(http, implement, deps, passes);
}

/** The events, and the past that is read from them. */
function history({ implement, deps, hub }: Shared): void {
  eventRoutes(implement, deps);
  historyRoutes(implement, deps, hub.recheck);
  factRoutes(implement, deps);
  integrityRoutes(implement, deps);
  pastRoutes(implement, deps);
}
