import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openLandlordHome } from '../../../test/landlord-home';
import { calls, problem, property } from '../../../test/server';
import { CreateListingRequest } from '@tknest/contracts/api';
import { problemsOf } from '../../shared/form/contract-resolver';
import { asRequest, emptyForm, type ListingForm } from './use-listing-form';

const errorsOf = (form: ListingForm) => problemsOf(CreateListingRequest, asRequest(form));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('document 1 §5, listing submission rules', () => {
  it.each([
    ['name', '', 'Property name is required'],
    ['name', 'Sample\u{202E}Court', 'Write the name without line breaks and characters that change its direction'],
    ['address', '', 'Address is required'],
    ['monthlyRent', '', 'Monthly rent must be greater than 0'],
    ['monthlyRent', '0.5', 'Monthly rent must be greater than 0'],
    ['tokenCount', '0', 'Token count must be at least 1'],
    ['tokenPrice', '0.99', 'Token price must be greater than 0'],
    ['fundingGoal', 0, 'Funding goal must be greater than 0'],
    ['fundingPurpose', '', 'Please describe the funding purpose'],
    ['tokenTermMonths', 0, 'Term must be at least 1 month'],
    ['monthlyRate', 2.9, 'Rate must be at least 3.0%'],
    ['monthlyRate', 12.1, 'Rate cannot exceed 12.0%'],
    ['redemptionClause', '', 'Redemption clause is required'],
  ] as const)('%s of %p: "%s"', (name, value, message) => {
    const right = {
      ...emptyForm,
      name: 'Sample Court',
      address: '12 Example Street',
      monthlyRent: '2500',
      fundingPurpose: 'New boiler',
    };
    expect(errorsOf(right)).toEqual({});
    expect(errorsOf({ ...right, [name]: value })).toEqual({ [name]: message });
  });
  it('the first field in error gets the focus, its message stands under it, and goes as one types', async () => {
    const { user, submit } = await openLandlordHome();
    await submit();
    expect(screen.getByLabelText('Property name')).toHaveFocus();
    expect(screen.getByText('Property name is required')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Property name'), 'S');
    expect(screen.queryByText('Property name is required')).toBeNull();
    expect(calls.some(({ method, path }) => method === 'POST' && path === '/api/properties')).toBe(false);
  });
  it('document 1 §8: terms that the rent does not carry are a "Validation Error"', async () => {
    const { user, submit, fill } = await openLandlordHome();
    await fill();
    await user.click(screen.getByRole('button', { name: '12 months, does not fit' }));
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Validation ErrorTerm too short. Minimum 37 months required to keep payments under 30% of rent. Adjust goal or term.',
    );
    await user.click(screen.getByRole('button', { name: 'Use 42 months' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
  it('document 1 §5: a goal that no term carries is to be reduced, or the rent to be increased', async () => {
    const { user, submit, fill } = await openLandlordHome();
    await fill();
    await user.clear(screen.getByLabelText('Monthly rent'));
    await user.type(screen.getByLabelText('Monthly rent'), '100');
    await submit();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'payments would exceed 30% of rent. Reduce the goal or increase rent.',
    );
  });
  it('document 1 §8: "Success: Property listed successfully!", and the form is empty again', async () => {
    const { publish, fill } = await openLandlordHome({ 'POST /api/properties': property() });
    await fill();
    await publish();
    expect(await screen.findByText('Property listed successfully!')).toBeInTheDocument();
    expect(screen.getByText('Success')).toBeInTheDocument();
    const lists = () => calls.filter(({ method, path }) => method === 'GET' && path === '/api/properties');
    await waitFor(() => expect(lists().length).toBeGreaterThan(1));
    expect(screen.getByLabelText('Property name')).toHaveValue('');
    expect(calls.find(({ method, path }) => method === 'POST' && path === '/api/properties')?.body).toMatchObject({
      name: 'Sample Court',
      monthlyRent: 2500,
      fundingGoal: 25_000,
      tokenTermMonths: 42,
      monthlyRate: 6.5,
      tokenPrice: 100,
      tokenCount: 250,
    });
  });
  it('Enter in a field publishes nothing: it leads to a review of what is about to be listed', async () => {
    const { user, fill } = await openLandlordHome({ 'POST /api/properties': property() });
    await fill();
    await user.type(screen.getByLabelText('Property name'), '{Enter}');
    const review = within(await screen.findByRole('dialog', { name: 'List Sample Court?' }));
    for (const text of ['12 Example Street', '2,500.00 RLUSD', '250 at 100.00 RLUSD', '42 months at 6.5% a year'])
      expect(review.getByText(text)).toBeInTheDocument();
    await waitFor(() => expect(review.getByRole('button', { name: 'Keep editing' })).toHaveFocus());
    await user.click(review.getByRole('button', { name: 'Keep editing' }));
    expect(calls.some(({ method, path }) => method === 'POST' && path === '/api/properties')).toBe(false);
    expect(screen.getByLabelText('Property name')).toHaveValue('Sample Court');
  });
  it.each([
    ['Only verified landlords may list', 'Only verified landlords may list'],
    ['', 'Failed to create property'],
  ])('document 1 §8: "Error" with the server message ("%s") or "Failed to create property"', async (detail, text) => {
    const { publish, fill } = await openLandlordHome({ 'POST /api/properties': () => problem(403, detail) });
    await fill();
    await publish();
    expect(await screen.findByRole('alert')).toHaveTextContent(`Error${text}`);
  });
});

describe('document 1 §5, sliders and advisory', () => {
  it.each([
    ['Participation cap', 10_000, 200_000, 25_000, '25,000 RLUSD'],
    ['Term', 6, 60, 42, '42 months'],
    ['Optional contribution share based on rental performance', 3, 12, 6.5, '6.5%'],
  ] as const)('%s: %f to %f, default %f', async (name, min, max, value, text) => {
    await openLandlordHome();
    const slider = screen.getByRole('slider', { name });
    expect([
      slider.getAttribute('aria-valuemin'),
      slider.getAttribute('aria-valuemax'),
      slider.getAttribute('aria-valuenow'),
      slider.getAttribute('aria-valuetext'),
    ]).toEqual([String(min), String(max), String(value), text]);
  });
  it.each([
    ['Participation cap', '30,000 RLUSD'],
    ['Term', '48 months'],
    ['Optional contribution share based on rental performance', '6.6%'],
  ])('%s moves by its step with the arrow keys', async (name, next) => {
    await openLandlordHome();
    fireEvent.keyDown(screen.getByRole('slider', { name }), { key: 'ArrowRight' });
    await waitFor(() => expect(screen.getByRole('slider', { name })).toHaveAttribute('aria-valuetext', next));
  });
  it('the goal of a new rent stands between two steps until the slider is moved: onto the next one', async () => {
    const { user } = await openLandlordHome();
    await user.type(screen.getByLabelText('Monthly rent'), '4137');
    const slider = screen.getByRole('slider', { name: 'Participation cap' });
    expect(slider).toHaveAttribute('aria-valuetext', '41,370 RLUSD');
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    await waitFor(() => expect(slider).toHaveAttribute('aria-valuetext', '45,000 RLUSD'));
    await user.type(screen.getByLabelText('Monthly rent'), '.55');
    expect(slider).toHaveAttribute('aria-valuetext', '41,375.50 RLUSD');
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    await waitFor(() => expect(slider).toHaveAttribute('aria-valuetext', '40,000 RLUSD'));
  });
  it('"Matches participation cap", else "Does not match participation cap"', async () => {
    const { user } = await openLandlordHome();
    expect(screen.getByText('Matches participation cap')).toBeInTheDocument();
    await user.clear(screen.getByLabelText('Token price'));
    await user.type(screen.getByLabelText('Token price'), '99');
    expect(screen.getByText('Does not match participation cap')).toBeInTheDocument();
  });
  it('the panel follows: percent, payment, maximum, minimum term, and one click mends the term', async () => {
    const { user } = await openLandlordHome();
    await user.click(screen.getByRole('button', { name: '12 months, does not fit' }));
    expect(screen.getByRole('meter')).toHaveAttribute(
      'aria-valuetext',
      '86.3 percent of monthly rent, limit 30 percent',
    );
    expect(screen.getByText('Minimum: 37 months')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use 42 months' }));
    expect(screen.getByRole('meter')).toHaveAttribute(
      'aria-valuetext',
      '26.7 percent of monthly rent, limit 30 percent',
    );
    expect(
      screen.getAllByText('Payment complies with 30% rule. Monthly payment is 26.7% of rent.').length,
    ).toBeGreaterThan(0);
    for (const figure of ['Current payment667.12', '30% maximum750.00', 'Monthly rent2,500.00'])
      expect(screen.getByRole('complementary', { name: '30% rule' })).toHaveTextContent(figure);
  });
  it('"Minimum: Invalid" where no term exists, and the largest goal that fits is offered', async () => {
    const { user } = await openLandlordHome();
    const goal = screen.getByRole('slider', { name: 'Participation cap' });
    fireEvent.keyDown(goal, { key: 'End' });
    expect(await screen.findByText('Minimum: Invalid')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use 35,000' }));
    expect(goal).toHaveAttribute('aria-valuenow', '35000');
    expect(screen.getByRole('slider', { name: 'Term' })).toHaveAttribute('aria-valuenow', '60');
  });
  it.each([
    ['lease.pdf', 1_000, null],
    ['lease.doc', 1_000, null],
    ['lease.docx', 1_000, null],
    ['lease.txt', 1_000, 'The contract must be a .pdf, .doc or .docx file'],
    ['lease.pdf', 10 * 1024 * 1024 + 1, 'The file is larger than 10MB'],
  ])('the contract: %s of %i bytes', async (name, bytes, message) => {
    await openLandlordHome();
    const file = new File(['x'], name);
    Object.defineProperty(file, 'size', { value: bytes });
    expect(screen.getByLabelText('Rental contract')).toHaveAttribute('accept', '.pdf,.doc,.docx');
    expect(screen.getByLabelText('Rental contract')).not.toHaveAttribute('multiple');
    expect(screen.getByText('.pdf, .doc or .docx, up to 10MB')).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Rental contract'), { target: { files: [file] } });
    expect(await screen.findByText(message ?? name)).toBeInTheDocument();
  });
});
