import { payLogout } from './owed-logout.ts';

// A logging out that the network kept back goes as soon as it is there, also while nobody does anything.
const pay = () => void payLogout();
pay();
addEventListener('online', pay);
