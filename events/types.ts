import { z } from 'zod';
import { growing } from './growing.ts';

/** Small numeric ids, allotted through the log (`numbers-<kind>`), from 1. */
export const id = z.number().int().min(1);
/** An unknown role is read as the one with the fewest rights. */
export const role = growing(['student', 'administrator', 'instructor', 'analyst', 'auditor'], 'student');
export const plan = growing(['basic', 'premium'], 'basic');
/** What the school charges in; ISO 4217. */
export const currency = z.enum(['MXN', 'USD']);
/** ISO 4217 code and minor units: 49900 MXN is $499.00. */
export const money = z.object({ amount: z.number().int().min(0), currency });
export type Money = z.output<typeof money>;
/** In hundredths of a percent: 1600 is 16 %. */
export const taxRate = z.number().int().min(0).max(10_000);
/** What a dollar cost in pesos on a day of the school's calendar, in ten-thousandths of a peso: 183550 is 18.3550 MXN. */
export const exchangeRate = z.object({ value: z.number().int().min(1), day: z.iso.date() });
export type ExchangeRate = z.output<typeof exchangeRate>;
/** An unknown tier is read as the one that opens to the fewest. */
export const tier = growing(['basic', 'premium'], 'premium');
export const difficulty = growing(['beginner', 'intermediate', 'advanced'], 'intermediate');
export const track = growing(['no-code', 'code'], 'code');
export const unlockRule = growing(['sequential', 'free'], 'sequential');
/** Whether a class with videos can be completed before they were watched. */
export const videoRule = growing(['optional', 'watched'], 'optional');
/** Whether a class with exercises can be completed before they are solved. */
export const exerciseRule = growing(['optional', 'solved'], 'optional');
/** YYYY-MM-DD in the school's calendar. */
export const day = z.iso.date();
export type Tier = z.output<typeof tier>;
export type Difficulty = z.output<typeof difficulty>;
export type Track = z.output<typeof track>;
export type UnlockRule = z.output<typeof unlockRule>;
export type VideoRule = z.output<typeof videoRule>;
export type ExerciseRule = z.output<typeof exerciseRule>;
export type Plan = z.output<typeof plan>;
