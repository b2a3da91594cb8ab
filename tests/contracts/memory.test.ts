import { direct } from '../simulation/stores/hop.ts';
import { connectLog, MemoryLog } from '../simulation/stores/memoryLog.ts';
import { connectReadStore, MemoryReadStore } from '../simulation/stores/memoryReadStore.ts';
import { connectVault, MemoryVault } from '../simulation/stores/memoryVault.ts';
import { eventStoreContract } from './eventStore.ts';
import { readStoreContract } from './readStore.ts';
import { vaultContract } from './vault.ts';

/** The stores of the simulation keep what the real ones promise: what it finds in them is a fault of the code above. */

eventStoreContract('memory', async () => {
  const log = new MemoryLog();
  const harness = {
    store: connectLog(log, direct),
    reopen: async () => {
      await harness.store.close();
      harness.store = connectLog(log, direct);
    },
    secondConnection: async () => connectLog(log, direct),
    dispose: () => harness.store.close(),
  };
  return harness;
});

vaultContract('memory', async () => {
  const vault = new MemoryVault();
  const clock = { now: 1_800_000_000_000 };
  const open = () => connectVault(vault, direct, () => clock.now);
  return { vault: open(), open: async () => open(), clock, dispose: async () => {} };
});

readStoreContract('memory', async () => {
  const store = new MemoryReadStore();
  return { store: connectReadStore(store, direct), openReader: async () => connectReadStore(store, direct), dispose: async () => {} };
});
