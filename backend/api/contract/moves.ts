import { type Live, ruleOf } from './follows.ts';
import { readTopic, saidOf } from './topics.ts';

/** Whether this change is about something that an answer with these topics shows. */
export const moves = (change: { topic: string; id: string }, follows: Live['follows']): boolean => {
  const key = readTopic(change.topic)?.key;
  const rule = key && ruleOf(follows, key);
  if (!key || !rule) return true;
  const said = saidOf(key, change.id) ?? '';
  return rule.only ? rule.only.includes(said) : !rule.but?.includes(said);
};
