import { configure } from '@testing-library/react';

// A machine that does other things too is no reason for a red test; what never comes still fails.
configure({ asyncUtilTimeout: 8_000 });
