import { z } from 'zod';

/** Small numeric ids, allotted through the log (`numbers-<kind>`), from 1. */
export const id = z.number().int().min(1);
export const role = z.enum(['student', 'administrator', 'instructor', 'analyst']);
export const plan = z.enum(['basic', 'premium']);
/** ISO 4217 code and minor units: 49900 MXN is $499.00. */
export const money = z.object({ amount: z.number().int().min(0), currency: z.enum(['MXN', 'USD']) });
export type Money = z.output<typeof money>;
export const tier = z.enum(['basic', 'premium']);
export const difficulty = z.enum(['beginner', 'intermediate', 'advanced']);
export const track = z.enum(['no-code', 'code']);
export const unlockRule = z.enum(['sequential', 'free']);
/** YYYY-MM-DD in the school's calendar. */
export const day = z.iso.date();
export type Tier = z.output<typeof tier>;
export type Difficulty = z.output<typeof difficulty>;
export type Track = z.output<typeof track>;
export type UnlockRule = z.output<typeof unlockRule>;
export type Plan = z.output<typeof plan>;
