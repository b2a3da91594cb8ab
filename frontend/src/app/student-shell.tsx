import { Outlet } from 'react-router-dom';
import { useSessionUser } from '../lib/session.ts';
import { usePhoneReminder } from './phone-reminder.ts';
import { Connection, Providers, Stale } from './providers.tsx';
import { StudentFrame } from './student-frame.tsx';

export function Component() {
  const user = useSessionUser();
  usePhoneReminder(user);
  return (
    <Providers>
      <StudentFrame user={user} status={<Connection />}>
        <Stale />
        <Outlet />
      </StudentFrame>
    </Providers>
  );
}
