import type { DataOf } from '../../../events/registry.ts';
import { type Commands, derived, resumed } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { Learning } from '../learning/learning.ts';
import { campaign, scholarshipCode } from '../site/scholarship.ts';

/** The commands do these at once; this makes sure of them after a crash between two streams. */
export function scholarshipReactor(commands: Commands, learning: Pick<Learning, 'assign'>): Reactor {
  return {
    name: 'scholarships',
    on: {
      async ScholarshipCodeAllotted(event, context) {
        const { campaignId, codeId, grants, courseId, expiresOn } = event.data as DataOf<'ScholarshipCodeAllotted'>;
        const terms = { campaignId, codeId, grants, courseId, expiresOn };
        await commands.handle(scholarshipCode, codeId, { type: 'open', ...terms }, context);
      },
      async ScholarshipCodeClosed(event, context) {
        const { campaignId, codeId, unused } = event.data as DataOf<'ScholarshipCodeClosed'>;
        await commands.handle(campaign, campaignId, { type: 'return', campaignId, codeId, grants: unused }, context);
      },
      async ScholarshipGranted(event, context) {
        const { codeId, userId, courseId } = event.data as DataOf<'ScholarshipGranted'>;
        // The same id as the command's: a late repeat does not give back what was taken away since.
        const redeeming = resumed(context, { commandId: event.meta.commandId });
        await learning.assign(userId, courseId, derived(redeeming, 'grant'), { code: codeId });
      },
    },
  };
}
