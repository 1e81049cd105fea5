import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callApi } from '../platform/client.ts';
import { useReading } from '../platform/i18n/language.tsx';
import { answerCalls, show } from '../testing/show.tsx';
import { TextField } from '../ui/fields/text-fields.tsx';
import { Form, SubmitRow } from './form.tsx';

import { FormStep, StepProgress, sentByStep, useSteps } from './form-steps.tsx';
import { useForm } from './use-form.ts';

const draft = { form: 'sample', leaveOut: [] };

/** Form with two required fields and a mocked submission. */
function Sample() {
  const form = useForm({
    initial: { name: '', school: '' },
    check: (values) =>
      Object.fromEntries(
        Object.entries(values).flatMap(([field, value]) =>
          value === '' ? [[field, 'Please fill it in.']] : [],
        ),
      ),
    send: (values) => callApi<{ ok: boolean }>('/sample', { method: 'POST', body: values }),
    onDone: () => undefined,
    draft,
  });
  return (
    <Form form={form} label="Sample">
      <TextField label="Name" {...form.text('name')} />
      <TextField label="School" {...form.text('school')} />
      <SubmitRow
        done="It is kept."
        failed="It failed."
        form={form}
        texts={{ submit: 'Send', busy: 'Sending' }}
      />
    </Form>
  );
}

let api: ReturnType<typeof answerCalls> | undefined;

afterEach(() => {
  api?.stop();
  sessionStorage.clear();
});

const send = () => page.getByRole('button', { name: 'Send' });
const field = (name: string) => page.getByRole('textbox', { name });

it('a form with invalid fields sends nothing, lists the errors, and focuses the first field', async () => {
  api = answerCalls(() => ({ status: 200, body: { ok: true } }));
  await show(<Sample />);
  await send().click();
  await expect.element(page.getByText('2 fields still need you:')).toBeVisible();
  await expect.element(field('Name')).toHaveFocus();
  await expect.element(field('School')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('link', { name: 'School' }).click();
  await expect.element(field('School')).toHaveFocus();
  expect(api.calls).toEqual([]);
});

/** Shows the sample far down a page with a header and a bar of the product's heights. */
async function showBetweenBars() {
  await show(
    <>
      <header style={{ blockSize: 61, insetBlockStart: 0, position: 'sticky' }} />
      <div style={{ paddingBlock: 900 }}>
        <Sample />
      </div>
      <nav style={{ blockSize: 57, inset: 'auto 0 0', position: 'fixed' }} />
    </>,
  );
  await expect.element(send()).toBeInTheDocument();
}

/** Scrolls the page until the element is at this distance from the upper edge of the screen. */
function scrollTo(element: Element, top: number): void {
  window.scrollBy({ top: element.getBoundingClientRect().top - top });
}

/** Presses the button without scrolling to it. */
const press = () =>
  send()
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));

it('the label of the first invalid field is scrolled below the header', async () => {
  await showBetweenBars();
  scrollTo(field('Name').element(), 82);
  press();
  await expect.element(field('Name')).toHaveFocus();
  const { top } = page.getByText('Name').first().element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(61);
});

it('the confirmation of a form is scrolled above the bar at the bottom', async () => {
  api = answerCalls(() => ({ status: 200, body: { ok: true } }));
  await showBetweenBars();
  await field('Name').fill('Sunita');
  await field('School').fill('Madhya Vidyalaya');
  scrollTo(send().element(), window.innerHeight - 57 - 50);
  press();
  await expect.element(page.getByText('It is kept.')).toBeVisible();
  const { bottom } = page.getByText('It is kept.').element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(window.innerHeight - 57);
});

it('a form is sent once on a double click, and shows its confirmation', async () => {
  const { promise: mayAnswer, resolve } = Promise.withResolvers<void>();
  api = answerCalls(async () => {
    await mayAnswer;
    return { status: 200, body: { ok: true } };
  });
  await show(<Sample />);
  await field('Name').fill('Sunita');
  await field('School').fill('Madhya Vidyalaya');
  await userEvent.dblClick(send());
  resolve();
  await expect.element(page.getByText('It is kept.')).toBeVisible();
  expect(api.calls).toEqual([{ path: '/api/sample', body: { name: 'Sunita', school: 'Madhya Vidyalaya' } }]);
});

it("a form shows the API's error at its field until the value changes", async () => {
  const fields = { name: 'This name is taken.' };
  api = answerCalls(() => ({ status: 400, body: { message: 'No.', code: 'validation_failed', fields } }));
  await show(<Sample />);
  await field('Name').fill('Sunita');
  await field('School').fill('Madhya Vidyalaya');
  await send().click();
  await expect.element(field('Name')).toHaveAccessibleDescription('This name is taken.');
  await expect.element(field('Name')).toHaveFocus();
  await field('Name').fill('Sunita Devi');
  await expect.element(page.getByText('This name is taken.')).not.toBeInTheDocument();
});

/** Form with one required field, and a button that switches to Hindi. */
function Bilingual() {
  const { choose, messages } = useReading();
  const form = useForm({
    initial: { name: '' },
    check: ({ name }): Record<string, string> => (name === '' ? { name: messages('field.required') } : {}),
    send: (values) => callApi<{ ok: boolean }>('/sample', { method: 'POST', body: values }),
    onDone: () => undefined,
  });
  return (
    <Form form={form} label="Sample">
      <TextField label="Name" {...form.text('name')} />
      <SubmitRow failed="Saving failed" form={form} texts={{ submit: 'Send' }} />
      <button onClick={() => choose('hi')} type="button">
        Hindi
      </button>
    </Form>
  );
}

it('the error of a field follows the language', async () => {
  await show(<Bilingual />);
  await send().click();
  await expect.element(field('Name')).toHaveAccessibleDescription('Please fill in this field.');
  await page.getByRole('button', { name: 'Hindi' }).click();
  await expect.element(field('Name')).toHaveAccessibleDescription('कृपया यह जानकारी भरें।');
});

it('without an answer, the error names what failed before the missing connection', async () => {
  api = answerCalls(() => Promise.reject(new TypeError('Failed to fetch')));
  await show(<Bilingual />);
  await field('Name').fill('Sunita');
  await send().click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Saving failed. There is no connection; what you typed is kept.');
});

it('the error of a missing connection is cleared when the browser is online again', async () => {
  api = answerCalls(() => Promise.reject(new TypeError('Failed to fetch')));
  await show(<Sample />);
  await field('Name').fill('Sunita');
  await field('School').fill('Madhya Vidyalaya');
  await send().click();
  await expect.element(page.getByText(/There is no connection/)).toBeVisible();
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(field('Name')).toHaveValue('Sunita');
});

it('a form restores typed values when it is mounted again', async () => {
  const first = await show(<Sample />);
  await field('Name').fill('Sunita');
  await first.unmount();
  await show(<Sample />);
  await expect.element(field('Name')).toHaveValue('Sunita');
});

const stepFields = [['name'], ['school']];

/** The sample's fields, one per step. */
function InSteps() {
  const steps = useSteps(stepFields);
  const form = useForm({
    initial: { name: '', school: '' },
    check: ({ name, school }): Record<string, string> => ({
      ...(name === '' ? { name: 'Please fill it in.' } : {}),
      ...(school === '' ? { school: 'Please fill it in.' } : {}),
    }),
    send: (values) => callApi<{ ok: boolean }>('/sample', { method: 'POST', body: values }),
    onDone: () => undefined,
    onWrong: steps.showWrong,
  });
  return (
    <Form form={sentByStep(form, steps)} label="Sample">
      <StepProgress steps={steps} />
      <FormStep at={0} steps={steps}>
        <TextField label="Name" {...form.text('name')} />
      </FormStep>
      <FormStep at={1} steps={steps}>
        <TextField label="School" {...form.text('school')} />
      </FormStep>
      <SubmitRow failed="It failed." form={form} texts={{ submit: steps.isLast ? 'Send' : 'Next' }} />
    </Form>
  );
}

it('a form in steps validates each step before the next, and an error of the API leads back to its step', async () => {
  api = answerCalls(() => ({
    status: 400,
    body: { message: 'No.', code: 'validation_failed', fields: { name: 'No such name.' } },
  }));
  await show(<InSteps />);
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  await expect.element(field('Name')).toHaveFocus();
  await expect.element(field('Name')).toHaveAccessibleDescription('Please fill it in.');
  await field('Name').fill('Asha');
  await next.click();
  await expect.element(page.getByText('Step 2 of 2')).toHaveFocus();
  await expect.element(field('School')).not.toHaveAttribute('aria-invalid', 'true');
  await field('School').fill('Danapur school');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Name')).toHaveFocus();
  await expect.element(field('Name')).toHaveValue('Asha');
  await expect.element(page.getByText('No such name.')).toBeVisible();
  expect(api.calls).toHaveLength(1);
});

/** Button that switches to Hindi. */
function ToHindi() {
  const { choose } = useReading();
  return (
    <button onClick={() => void choose('hi')} type="button">
      To Hindi
    </button>
  );
}

it.each([
  ['at a field', 'name', 'This name is taken.', 'यह नाम लिया जा चुका है।'],
  ['of the form', undefined, 'The day is over.', 'दिन समाप्त हुआ।'],
])('the server’s sentence %s follows the language', async (_where, name, said, then) => {
  const sentence = (text: string) => ({
    message: text,
    ...(name === undefined ? {} : { fields: { [name]: text } }),
  });
  api = answerCalls(() => ({
    status: 409,
    body: {
      ...sentence(said),
      code: 'conflict',
      requestId: 'one',
      translations: { hi: sentence(then) },
    },
  }));
  await show(
    <>
      <Sample />
      <ToHindi />
    </>,
  );
  await field('Name').fill('Sunita');
  await field('School').fill('Madhya Vidyalaya');
  await send().click();
  await expect.element(page.getByText(said)).toBeVisible();
  await page.getByRole('button', { name: 'To Hindi' }).click();
  await expect.element(page.getByText(then)).toBeVisible();
  expect(document.body.textContent).not.toContain(said);
});
