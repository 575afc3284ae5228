import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export interface Toast {
  id: string;
  /** The specification's title. */
  title: string;
  text?: string;
  tone: 'ok' | 'bad' | 'wait' | 'run';
  /** The payment concerned: the notice links to its dialog. */
  payment?: string;
  /** How long it is shown, in milliseconds, if not the default. */
  ms?: number;
}

/** One toast at a time (REQ-1.9.17): a new one replaces the old one. */
const slice = createSlice({
  name: 'toast',
  initialState: { current: null as Toast | null },
  reducers: {
    shown: {
      reducer: (state, action: PayloadAction<Toast>) => {
        state.current = action.payload;
      },
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { ...toast, id: nanoid(8) } }),
    },
    closed: (state, action: PayloadAction<string>) => {
      if (state.current?.id === action.payload) state.current = null;
    },
    /** Removes a message that no longer applies, because the action has ended; with a tone, only one of that tone. */
    settled: (state, { payload }: PayloadAction<Toast['tone'] | undefined>) => {
      if (!payload || state.current?.tone === payload) state.current = null;
    },
  },
});

export const { shown: showToast, closed: closeToast, settled: settleToast } = slice.actions;
export const toastReducer = slice.reducer;
