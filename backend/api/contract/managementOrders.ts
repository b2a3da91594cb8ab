/** The columns by which the list of managed courses can be sorted (courseManagement.ts). */
export const managementOrders = ['course', 'instructor', 'status', 'students', 'updated'] as const;
