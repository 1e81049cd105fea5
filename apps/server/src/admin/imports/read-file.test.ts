import { expect, it } from 'vitest';
import { CSV_CELL_LENGTH, CSV_LINES } from '../../http/csv-body.ts';
import { AppError } from '../../platform/errors.ts';
import { readFile } from './read-file.ts';

const columns = {
  name: { names: ['teacher name', 'शिक्षक का नाम'], looseNames: ['name', 'नाम'], isRequired: true },
  phone: { names: ['mobile', 'मोबाइल', 'फ़ोन'], looseNames: ['contact'] },
} as const;

async function problemOf(text: string) {
  try {
    await readFile(text, columns);
  } catch (error) {
    if (error instanceof AppError) return error.details;
    throw error;
  }
  return undefined;
}

it('a file is read in any order of its columns, and says which were read and which were not', async () => {
  const { file, rows } = await readFile(
    'Sl. No.,Mobile_Number, NAME ,Remarks\n1,9876500001, Asha Kumari ,x\n',
    columns,
  );
  expect(file).toEqual({
    readAs: [
      { heading: 'NAME', column: 'name' },
      { heading: 'Mobile_Number', column: 'phone' },
    ],
    notRead: ['Sl. No.', 'Remarks'],
    headingLine: 1,
    lines: 1,
    skipped: 0,
  });
  expect(rows).toEqual([{ line: 2, values: { name: 'Asha Kumari', phone: '9876500001' } }]);
});

it.each([
  ['Teacher Name', 'Mobile No.'],
  ['TEACHER-NAME *', 'MobileNo'],
  ['(2) Teacher’s Name'.replace('’s', ''), 'Mobile Number (10 digits)'],
  ['शिक्षक का नाम', 'मोबाइल नंबर'],
  ['शिक्षक का नाम*', 'मोबाइल नम्बर'],
  ['Teacher Name / शिक्षक का नाम', 'फोन'],
  ['नाम (Name)', 'फ़ोन सं०'],
  ['teacher\nname', '"Contact"'],
  ['शिक्षक का नाम एवं नाम', 'Mobile No. & Contact No.'],
  ['The Teacher Name', 'मोबाइल का नंबर'],
])('the headings %j and %j are understood by their letters alone', async (name, phone) => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '')}"`;
  const { rows } = await readFile(`${quoted(name)},${quoted(phone)}\nMina Devi,98`, columns);
  expect(rows[0]?.values).toEqual({ name: 'Mina Devi', phone: '98' });
});

it('a precise heading goes before a loose one, and a heading of two columns is not read', async () => {
  const { file, rows } = await readFile('Name,Teacher Name,Name / Mobile\nUMS Rampur,Asha,98', columns);
  expect(rows[0]?.values).toEqual({ name: 'Asha', phone: '' });
  expect(file.notRead).toEqual(['Name', 'Name / Mobile']);
});

it('a heading of several names is read only if all of them name one column', async () => {
  const { file } = await readFile(
    'Name,Mobile / Contact,Mobile / Block,Contact and Name\nAsha,98,1,2',
    columns,
  );
  expect(file.readAs.map(({ heading }) => heading)).toEqual(['Name', 'Mobile / Contact']);
});

it('the headings may stand below the title of the list', async () => {
  const { file, rows } = await readFile(
    'District Education Office\n\nList of November\nname,mobile\nAsha,98',
    columns,
  );
  expect([file.headingLine, file.lines, rows[0]?.line]).toEqual([4, 1, 5]);
});

it('a missing column is refused with the headings that were found', async () => {
  expect(await problemOf('Post,Mobile\nx,1')).toEqual({
    fields: { file: 'csv.column' },
    values: { column: 'teacher name / शिक्षक का नाम', headings: '“Post”, “Mobile”' },
  });
  expect((await problemOf('teacher name,शिक्षक का नाम\nAsha,आशा'))?.fields).toEqual({
    file: 'csv.columnTwice',
  });
  expect((await problemOf(''))?.fields).toEqual({ file: 'csv.empty' });
  expect((await problemOf('name,mobile\n'))?.fields).toEqual({ file: 'csv.empty' });
});

it('a cell is read without what spreadsheets and our exports put around it', async () => {
  const cells = ["'Asha", "'Asha'", '“Asha”', '="Asha"', '\u00A0Asha\u200B', '"\tAsha"', '\u202AAsha\u202C'];
  const { rows } = await readFile(`name\n${cells.join('\n')}`, columns);
  expect(rows.map(({ values }) => values.name)).toEqual(cells.map(() => 'Asha'));
});

it('a row is unreadable if its letters are lost in a column that is read, and only there', async () => {
  const { rows } = await readFile(
    'name,remarks\n??? ????,x\nRavi,????\nS\uFFFDta,x\nà¤°à¤µà¤¿,x\n"Mina" D,x',
    columns,
  );
  expect(rows.map(({ unreadable }) => unreadable)).toEqual([
    'lost_letters',
    undefined,
    'lost_letters',
    'lost_letters',
    'wrong_quote',
  ]);
});

it('a cell that says that it has no value is empty, and one with the error of a spreadsheet makes the row unreadable', async () => {
  const cells = ['-', '—', 'NA', 'n/a', 'N.A.', 'Nil', 'उपलब्ध नहीं', '#N/A', '#REF!', '####'];
  const { rows } = await readFile(`name,mobile\n${cells.map((cell) => `Asha,${cell}`).join('\n')}`, columns);
  const empty = cells.slice(0, 7).map(() => ['', undefined]);
  const errors = cells.slice(7).map((cell) => [cell, 'cell_error']);
  expect(rows.map(({ values, unreadable }) => [values.phone, unreadable])).toEqual([...empty, ...errors]);
});

it('other work of the process gets its turn while a long file is read', async () => {
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  });
  await readFile(`name\n${'Asha\n'.repeat(CSV_LINES)}`, columns);
  clearInterval(other);
  expect(turns).toBeGreaterThan(1);
});

it('a long cell of spaces in a column that is not read costs no more than its length', async () => {
  const { rows } = await readFile(`name,other\nAsha,x${' '.repeat(1_000_000)}x`, columns);
  expect(rows.map(({ values }) => values.name)).toEqual(['Asha']);
});

it('a file with more lines than the maximum is refused', async () => {
  expect((await readFile(`name\n${'a\n'.repeat(CSV_LINES)}`, columns)).rows).toHaveLength(CSV_LINES);
  expect((await problemOf(`name\n${'a\n'.repeat(CSV_LINES + 1)}`))?.fields).toEqual({ file: 'csv.tooLong' });
});

it.each([
  ['the headings', (cell: string) => `name,${cell}\nAsha,1`, 1],
  ['a column', (cell: string) => `name,mobile\nRavi,1\nAsha,${cell}`, 3],
])(
  'a long cell and a long run of combining marks in %s are refused with the number of the line',
  async (_name, fileWith, line) => {
    const values = { line, maximum: CSV_CELL_LENGTH };
    const long = `a${'\u0301\u0323'.repeat(CSV_CELL_LENGTH / 2)}`;
    expect(await problemOf(fileWith(long))).toEqual({ fields: { file: 'csv.cellTooLong' }, values });
    expect(await problemOf(fileWith('a'.repeat(CSV_CELL_LENGTH)))).toBeUndefined();
    for (const marks of ['\u0301\u0323', '\u0301\u200D'])
      expect(await problemOf(fileWith(`a${marks.repeat(31)}`))).toEqual({
        fields: { file: 'csv.cellMarks' },
        values: { line },
      });
  },
);

it('the length of cells in columns that are not read does not matter', async () => {
  const remark = `a${'\u0301'.repeat(2 * CSV_CELL_LENGTH)}`;
  expect((await readFile(`name,remark\nAsha,${remark}`, columns)).rows).toMatchObject([
    { values: { name: 'Asha' } },
  ]);
});
