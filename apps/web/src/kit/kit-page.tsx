import { HIDDEN } from '@mutual-transfer/domain/constants';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { BarChart, ColumnChart, FigureList } from '../ui/charts.tsx';
import { Contact } from '../ui/contact.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { CaptchaField } from '../ui/fields/captcha-field.tsx';
import { CheckField } from '../ui/fields/check-field.tsx';
import { CheckList, CollapsibleCheckboxes } from '../ui/fields/check-list.tsx';
import { FormGroup } from '../ui/fields/form-group.tsx';
import { BlockPicker, DistrictPicker } from '../ui/fields/place-picker.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { EmailField, PasswordField, PhoneField, TextArea, TextField } from '../ui/fields/text-fields.tsx';
import { TypedSearch } from '../ui/fields/typed-search.tsx';
import { Message } from '../ui/message.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { RingDrawing } from '../ui/ring-drawing.tsx';
import { RouteLine } from '../ui/route-line.tsx';
import { Stat } from '../ui/stat-card.tsx';
import { CardSkeletons, DoneText, Empty, Failure } from '../ui/states.tsx';

import { Tag } from '../ui/tag.tsx';

const schemes = ['light', 'dark'] as const;
const nothing = () => {};
const bars = [
  { id: 'a', label: 'Patna', value: 120, text: '120' },
  { id: 'b', label: 'A district with a long name', value: 40, text: '40', isMark: true },
];
const options = [
  { value: '1-5', label: 'Classes 1–5' },
  { value: '6-8', label: 'Classes 6–8' },
];
const districts = ['Patna', 'Gaya'].map((name) => ({ name, names: {}, otherNames: [] }));

/** Page of `npm run dev`: every part of the kit in its states, in both colour schemes. It is in no build. */
export default function KitPage() {
  return (
    <div className={page.page}>
      <PageTitle text="Kit" />
      <h1>Kit</h1>
      {schemes.map((scheme) => (
        <section
          aria-labelledby={scheme}
          className={page.stack}
          key={scheme}
          style={{ colorScheme: scheme, background: 'var(--ground)', color: 'var(--ink)', padding: '1rem' }}
        >
          <h2 id={scheme}>{scheme}</h2>
          <Buttons />
          <Fields scheme={scheme} />
          <Texts />
          <States />
          <Charts />
        </section>
      ))}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={`${page.panel} ${page.stack}`}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function Buttons() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Part title="Buttons and dialogs">
      {(['main', 'soft', 'quiet', 'grave'] as const).map((kind) => (
        <div className={page.buttons} key={kind}>
          <Button kind={kind}>{kind}</Button>
          <Button isBusy kind={kind}>
            {kind}, busy
          </Button>
          <Button disabled kind={kind}>
            {kind}, disabled
          </Button>
        </div>
      ))}
      <Button isLarge kind="main">
        Large
      </Button>
      <Button onClick={() => setIsAsking(true)}>Open a dialog</Button>
      {isAsking && (
        <ConfirmDialog
          failure={<Failure text="The server did not answer." />}
          isBusy={false}
          onClose={() => setIsAsking(false)}
          onConfirm={nothing}
          text="It cannot be undone."
          texts={{ confirm: 'Delete it', cancel: 'Keep it' }}
          title="Delete the request?"
        />
      )}
    </Part>
  );
}

function Fields({ scheme }: { scheme: string }) {
  const [isOn, setIsOn] = useState(true);
  const [chosen, setChosen] = useState<readonly string[]>(['1-5']);
  const error = 'Please enter at least two letters.';
  return (
    <Part title="Fields">
      <TextField label="Text" name={`text-${scheme}`} />
      <TextField
        description="With a hint"
        error={error}
        label="Text, wrong"
        name={`wrong-${scheme}`}
        required
      />
      <TextField disabled label="Text, disabled" name={`disabled-${scheme}`} />
      <EmailField autoComplete="off" name={`email-${scheme}`} />
      <PhoneField autoComplete="off" name={`phone-${scheme}`} />
      <PasswordField autoComplete="off" label="Password" name={`password-${scheme}`} />
      <TextArea label="Text of several lines" name={`area-${scheme}`} onChange={nothing} />
      <TypedSearch
        delay={300}
        hint="Name or place"
        label="Search"
        name={`search-${scheme}`}
        onChange={nothing}
        value=""
      />
      <SelectField label="Class level" name={`select-${scheme}`} options={options} />
      <SelectField
        error={error}
        label="Class level, wrong"
        name={`select-wrong-${scheme}`}
        options={options}
      />
      <FormGroup title="Place">
        <DistrictPicker
          districts={districts}
          label="District"
          name={`district-${scheme}`}
          onChange={nothing}
          value="Patna"
        />
        <BlockPicker
          blocks={[]}
          district=""
          label="Block"
          name={`block-${scheme}`}
          onChange={nothing}
          value=""
        />
      </FormGroup>
      <CheckField isOn={isOn} label="Checked or not" onChange={setIsOn} />
      <CheckField isDisabled isOn label="Disabled" onChange={nothing} />
      <CollapsibleCheckboxes hint="Choose as many as you like" title="Folded checkboxes">
        <CheckList chosen={chosen} onChange={setChosen} options={options} />
      </CollapsibleCheckboxes>
      <SwitchField
        hint="With a hint"
        isDisabled={false}
        isOn={isOn}
        label="Switch"
        name={`switch-${scheme}`}
        onChange={setIsOn}
      />
      <CaptchaField
        answer=""
        isLoading={false}
        onAnswer={nothing}
        onRefresh={nothing}
        question="What is 10 + 5?"
      />
    </Part>
  );
}

function Texts() {
  return (
    <Part title="Texts">
      <p className={page.lead}>A lead below a title</p>
      <p className={page.soft}>A soft sentence</p>
      <p className={page.note}>A note</p>
      <p className={page.well}>A well</p>
      <p className={page.chips}>
        {(['good', 'fair', 'low', 'faint', 'urgent'] as const).map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
      </p>
      <RouteLine from="Patna Sadar" fromLabel="From" to="Bodh Gaya" toLabel="to" />
      <Facts
        facts={[
          ['School', 'Middle School, Barh'],
          ['Subject', 'Mathematics'],
        ]}
      />
      <Contact person={{ name: 'Sunita Kumari', email: 'sunita@example.net', phone: '9876543210' }} />
      <Contact person={{ name: 'Sunita Kumari', email: HIDDEN, phone: HIDDEN }} />
      <Message isMine sentAt="2026-11-28T06:00:00Z" text="My message" />
      <Message
        isMine={false}
        sentAt="2026-11-28T06:00:00Z"
        text="Another one’s message"
        writer="Sunita Kumari"
      />
      <article className={card.card}>
        <h4>A card</h4>
        <p className={card.text}>Its text</p>
      </article>
    </Part>
  );
}

function States() {
  return (
    <Part title="States">
      <CardSkeletons />
      <Empty
        action={<Button>Post a request</Button>}
        level={3}
        text="Post the first one."
        title="No requests"
      />
      <Failure onRetry={nothing} text="The server did not answer." />
      <DoneText>Saved.</DoneText>
    </Part>
  );
}

function Charts() {
  return (
    <Part title="Figures and drawings">
      <div className={page.cells}>
        <Stat label="Requests" note="of 5" value="3" />
        <Stat label="Matches" tone="good" value="12" />
        <Stat label="Loading" value={undefined} />
      </div>
      <FigureList
        facts={[
          ['Teachers', '2,000'],
          ['Rings', '120'],
        ]}
      />
      <BarChart bars={bars} columns={['District', 'Teachers']} label="Teachers by district" />
      <ColumnChart axis="Week" columns={bars} label="Teachers" write={String} />
      <RingDrawing
        answers={['yes', 'open', 'no']}
        length={3}
        number="3"
        places={['Patna', 'Gaya', 'Siwan']}
      />
    </Part>
  );
}
