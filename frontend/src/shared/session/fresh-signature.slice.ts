import { createSlice } from '@reduxjs/toolkit';

/** Something was refused that asks for a fresh signature: one signs in once more, and goes on where one was. */
const slice = createSlice({
  name: 'freshSignature',
  initialState: { asked: false },
  reducers: {
    asked: (state) => {
      state.asked = true;
    },
    answered: (state) => {
      state.asked = false;
    },
  },
});

export const { asked: askFreshSignature, answered: freshSignatureAnswered } = slice.actions;
export const freshSignatureReducer = slice.reducer;
/** What a refusal says that asks for one. */
export const FRESH_SIGNATURE_REQUIRED = 'fresh-signature-required';
