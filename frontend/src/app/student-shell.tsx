import { Outlet } from 'react-router-dom';
import { usePast } from '../lib/past.ts';
import { useSessionUser } from '../lib/session.ts';
import { PhoneReminder } from './phone-reminder.tsx';
import { Connection, Providers, Stale } from './providers.tsx';
import { StudentFrame } from './student-frame.tsx';

export function Component() {
  const user = useSessionUser();
  // Another moment of the past is shown as a new page: the shell is mounted anew.
  const past = usePast();
  return (
    <Providers>
      <StudentFrame user={user} status={<Connection />} notice={<PhoneReminder user={user} />}>
        <Stale />
        <Outlet key={past ?? 'today'} />
      </StudentFrame>
    </Providers>
  );
}
