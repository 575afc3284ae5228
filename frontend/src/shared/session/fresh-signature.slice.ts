import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Why somebody is asked to sign in where they are: the call wants a fresh signature, or the session has ended. */
export type SignInReason = 'fresh' | 'ended';

/** Something was refused until one signs in once more: that happens in place, and the call is tried again. */
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
/** What a refusal says that asks for one. */
export const FRESH_SIGNATURE_REQUIRED = 'fresh-signature-required';

type Dispatch = (action: ReturnType<typeof slice.actions.asked> | ReturnType<typeof slice.actions.answered>) => unknown;

/** Who waits for the signature. Here and not in the store, which holds no promises. */
let waiting: { answer: Promise<boolean>; resolve(signed: boolean): void } | null = null;

/** Whether the user is signing in again right now; until then, nothing leads away from the page. */
export const isAskedToSign = (): boolean => waiting !== null;

/** Asks for a sign-in in place; calls meanwhile wait for the same one. @returns whether it was signed */
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
