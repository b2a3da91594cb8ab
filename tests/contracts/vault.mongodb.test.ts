import { vaultAnswers } from '../../backend/integrations/vault/answers.ts';
import { openMongoVault } from '../../backend/integrations/vault/mongodb.ts';
import { answersContract } from './answers.ts';
import { withMongo } from './mongodb.ts';
import { vaultContract } from './vault.ts';

await withMongo('vault: MongoDB', ({ url, utf16Order, freshName }) => {
  vaultContract('MongoDB', async () => {
    const name = freshName();
    const clock = { now: 1_800_000_000_000 };
    const vault = openMongoVault(url, name, () => clock.now);
    return {
      vault,
      open: async () => openMongoVault(url, name, () => clock.now),
      clock,
      utf16Order,
      dispose: () => vault.close(),
    };
  });
  answersContract('MongoDB', async () => {
    const clock = { now: 1_800_000_000_000 };
    const vault = openMongoVault(url, freshName(), () => clock.now);
    return { answers: vaultAnswers(vault), clock, dispose: () => vault.close() };
  });
});
