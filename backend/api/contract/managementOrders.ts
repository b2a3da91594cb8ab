/** By which columns the list of managed courses is sorted (courseManagement.ts). */
export const managementOrders = ['course', 'instructor', 'status', 'students', 'updated'] as const;
