import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * Why the user is asked to sign in on the current page: the call requires a fresh signature, or the session has ended.
 */
export type SignInReason = 'fresh' | 'ended';

/** A call was refused until the user signs in again, which happens on the current page; then the call is repeated. */
const slice = createSlice({
  name: 'freshSignature',
  initialState: { asked: null as SignInReason | null },
  reducers: {
    asked: (state, { payload }: PayloadAction<SignInReason>) => {
      state.asked = payload;
    },
    answered: (state) => {
      state.asked = null;
    },
  },
});

export const freshSignatureReducer = slice.reducer;
/** The marker in a refusal that asks for a fresh signature. */
export const FRESH_SIGNATURE_REQUIRED = 'fresh-signature-required';

type Dispatch = (action: ReturnType<typeof slice.actions.asked> | ReturnType<typeof slice.actions.answered>) => unknown;

/** Callers waiting for the signature. Kept here because the store cannot contain promises. */
let waiting: { answer: Promise<boolean>; resolve(signed: boolean): void } | null = null;

/** Whether the user is signing in again right now; during that time, nothing navigates away from the page. */
export const isAskedToSign = (): boolean => waiting !== null;

/**
 * Asks for a sign-in on the current page; calls made in the meantime wait for the same one. @returns whether it was
 * signed
 */
export function askToSign(dispatch: Dispatch, reason: SignInReason): Promise<boolean> {
  if (!waiting) {
    let resolve!: (signed: boolean) => void;
    const answer = new Promise<boolean>((done) => (resolve = done));
    waiting = { answer, resolve };
    dispatch(slice.actions.asked(reason));
  }
  return waiting.answer;
}

/** The sign-in has ended. @param signed by the wallet that was signed in before */
export function answerSignature(dispatch: Dispatch, signed: boolean): void {
  const asked = waiting;
  waiting = null;
  dispatch(slice.actions.answered());
  asked?.resolve(signed);
}
