import { holdBack } from './held.ts';

/** Loaded by each thread of a test copy before anything else of it. */
holdBack();
