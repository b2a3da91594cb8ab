export { grouped, money } from '../../../backend/api/contract/money.ts';
