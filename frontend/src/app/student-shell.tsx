import { Outlet } from 'react-router-dom';
import { useSessionUser } from '../lib/session.ts';
import { PhoneReminder } from './phone-reminder.tsx';
import { Connection, Providers, Stale } from './providers.tsx';
import { StudentFrame } from './student-frame.tsx';

export function Component() {
  const user = useSessionUser();
  return (
    <Providers>
      <StudentFrame user={user} status={<Connection />} notice={<PhoneReminder user={user} />}>
        <Stale />
        <Outlet />
      </StudentFrame>
    </Providers>
  );
}
