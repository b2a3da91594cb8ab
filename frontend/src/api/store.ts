import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from './base.ts';
import { schoolApi } from './topics.ts';

export const createStore = () =>
  configureStore({
    reducer: { [baseApi.reducerPath]: schoolApi.reducer },
    middleware: (defaults) => defaults().concat(schoolApi.middleware),
  });

/** The store of the application. Only the shells import this file, and by `import()`: public pages do without it. */
export const store = createStore();
export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store['getState']>;
export type AppDispatch = Store['dispatch'];
