import { expect, it } from 'vitest';
import { CSV_CELL_LENGTH, CSV_LINES } from '../../http/csv-body.ts';
import { AppError } from '../../platform/errors.ts';
import { readFile } from './read-file.ts';

const columns = {
  name: { names: ['teacher name', 'शिक्षक का नाम'], looseNames: ['name', 'नाम'], isRequired: true },
  phone: { names: ['mobile', 'मोबाइल', 'फ़ोन'], looseNames: ['contact'] },
} as const;

function problemOf(text: string) {
  try {
    readFile(text, columns);
  } catch (error) {
    if (error instanceof AppError) return error.details;
    throw error;
  }
  return undefined;
}

it('a file is read in any order of its columns, and says which were read and which were not', () => {
  const { file, rows } = readFile(
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
])('the headings %j and %j are understood by their letters alone', (name, phone) => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '')}"`;
  const { rows } = readFile(`${quoted(name)},${quoted(phone)}\nMina Devi,98`, columns);
  expect(rows[0]?.values).toEqual({ name: 'Mina Devi', phone: '98' });
});

it('a precise heading goes before a loose one, and a heading of two columns is not read', () => {
  const { file, rows } = readFile('Name,Teacher Name,Name / Mobile\nUMS Rampur,Asha,98', columns);
  expect(rows[0]?.values).toEqual({ name: 'Asha', phone: '' });
  expect(file.notRead).toEqual(['Name', 'Name / Mobile']);
});

it('a heading of several names is read only if all of them name one column', () => {
  const { file } = readFile('Name,Mobile / Contact,Mobile / Block,Contact and Name\nAsha,98,1,2', columns);
  expect(file.readAs.map(({ heading }) => heading)).toEqual(['Name', 'Mobile / Contact']);
});

it('the headings may stand below the title of the list', () => {
  const { file, rows } = readFile(
    'District Education Office\n\nList of November\nname,mobile\nAsha,98',
    columns,
  );
  expect([file.headingLine, file.lines, rows[0]?.line]).toEqual([4, 1, 5]);
});

it('a missing column is refused with the headings that were found', () => {
  expect(problemOf('Post,Mobile\nx,1')).toEqual({
    fields: { file: 'csv.column' },
    values: { column: 'teacher name / शिक्षक का नाम', headings: '“Post”, “Mobile”' },
  });
  expect(problemOf('teacher name,शिक्षक का नाम\nAsha,आशा')?.fields).toEqual({ file: 'csv.columnTwice' });
  expect(problemOf('')?.fields).toEqual({ file: 'csv.empty' });
  expect(problemOf('name,mobile\n')?.fields).toEqual({ file: 'csv.empty' });
});

it('a cell is read without what spreadsheets and our exports put around it', () => {
  const cells = ["'Asha", '="Asha"', '\u00A0Asha\u200B', '"\tAsha"', '\u202AAsha\u202C'];
  const { rows } = readFile(`name\n${cells.join('\n')}`, columns);
  expect(rows.map(({ values }) => values.name)).toEqual(cells.map(() => 'Asha'));
});

it('a row is unreadable if its letters are lost in a column that is read, and only there', () => {
  const { rows } = readFile(
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

it('a long cell of spaces in a column that is not read costs no more than its length', () => {
  const { rows } = readFile(`name,other\nAsha,x${' '.repeat(1_000_000)}x`, columns);
  expect(rows.map(({ values }) => values.name)).toEqual(['Asha']);
});

it('a file with more lines than the maximum is refused', () => {
  expect(readFile(`name\n${'a\n'.repeat(CSV_LINES)}`, columns).rows).toHaveLength(CSV_LINES);
  expect(problemOf(`name\n${'a\n'.repeat(CSV_LINES + 1)}`)?.fields).toEqual({ file: 'csv.tooLong' });
});

it.each([
  ['the headings', (cell: string) => `name,${cell}\nAsha,1`, 1],
  ['a column', (cell: string) => `name,mobile\nRavi,1\nAsha,${cell}`, 3],
])(
  'a long cell and a long run of combining marks in %s are refused with the number of the line',
  (_name, fileWith, line) => {
    const values = { line, maximum: CSV_CELL_LENGTH };
    const long = `a${'\u0301\u0323'.repeat(CSV_CELL_LENGTH / 2)}`;
    expect(problemOf(fileWith(long))).toEqual({ fields: { file: 'csv.cellTooLong' }, values });
    expect(problemOf(fileWith('a'.repeat(CSV_CELL_LENGTH)))).toBeUndefined();
    for (const marks of ['\u0301\u0323', '\u0301\u200D'])
      expect(problemOf(fileWith(`a${marks.repeat(31)}`))).toEqual({
        fields: { file: 'csv.cellMarks' },
        values: { line },
      });
  },
);

it('the length of cells in columns that are not read does not matter', () => {
  const remark = `a${'\u0301'.repeat(2 * CSV_CELL_LENGTH)}`;
  expect(readFile(`name,remark\nAsha,${remark}`, columns).rows).toMatchObject([{ values: { name: 'Asha' } }]);
});
