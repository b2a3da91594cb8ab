import { payLogout } from './owed-logout.ts';

// Sends a kept logout as soon as the network is back, without any action of the person.
const pay = () => void payLogout();
pay();
addEventListener('online', pay);
