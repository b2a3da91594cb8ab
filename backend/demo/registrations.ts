import { type UserCommand, user } from '../commands/identity/user.ts';
import type { Domain } from '../domain.ts';
import { type Agenda, HOUR, MINUTE } from './agenda.ts';
import { DEMO_PASSWORD, type DemoPerson } from './people.ts';

/** Who comes to the school. `hashing`: the passwords that are hashed on other threads meanwhile. */
export function createRegistrations({ accounts, commands, passwords }: Domain, agenda: Agenda) {
  const { plan, actorOf, idOf, byAdministrator, bySystem, userIds, since } = agenda;
  const hashing: Promise<void>[] = [];
  /** One after another: who comes first has the lower number, in every load. */
  let registering: Promise<unknown> = Promise.resolve();
  const register = (person: DemoPerson, at: number, verifies: boolean) => {
    since.set(person.email, at);
    const own = person.role === 'student' && person.plan === 'basic';
    plan(
      at,
      `register ${person.email}`,
      () => (own ? { userId: null, role: 'visitor' } : bySystem()),
      async (context) => {
        const registered = registering.then(() =>
          accounts.register(
            {
              username: person.username,
              email: person.email,
              firstName: person.firstName,
              lastName: person.lastName,
              role: person.role,
              plan: 'basic',
              source: person.role === 'student' ? 'self' : 'administrator',
              termsVersion: '2026-08',
              campaign: null,
            },
            context,
            // Hashing runs on other threads; the load waits for it at its end. Only demo accounts need a password.
            async (id) => {
              if (person.email.endsWith('@demo.mx')) hashing.push(passwords.set(id, DEMO_PASSWORD));
            },
          ),
        );
        registering = registered;
        const { userId } = await registered;
        userIds.set(person.email, userId);
      },
    );
    if (verifies)
      plan(
        at + 6 * MINUTE,
        `verify ${person.email}`,
        () => actorOf(person),
        async (context) => {
          const { state } = await commands.load(user, idOf(person));
          if (state.verificationEvent)
            await commands.handle(user, idOf(person), { type: 'verifyEmail', requestedBy: state.verificationEvent }, context);
        },
      );
    const { bio } = person;
    if (bio) {
      const say = (name: string, command: UserCommand) =>
        plan(
          at + 9 * MINUTE,
          `${name} ${person.email}`,
          () => actorOf(person),
          (context) => commands.handle(user, idOf(person), command, context),
        );
      say('introduce', { type: 'changeProfileField', field: 'bio', value: bio });
      say('present', { type: 'changeVisibility', field: 'bio', visibility: 'everyone' });
      say('show', { type: 'changeVisibility', field: 'certificates', visibility: 'everyone' });
    }
    if (person.plan === 'premium')
      plan(at + 2 * HOUR, `premium ${person.email}`, byAdministrator, (context) =>
        commands.handle(
          user,
          idOf(person),
          { type: 'changePlan', plan: 'premium' },
          { ...context, reason: 'Pago del plan Premium confirmado' },
        ),
      );
  };
  return { register, hashing };
}

export type Registrations = ReturnType<typeof createRegistrations>;
