import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gridOutlines } from '@mutual-transfer/domain/testing/grid-outlines';
import { expect, test } from './product.ts';
import { tooWide } from './too-wide.ts';

const folder = mkdtempSync(join(tmpdir(), 'outlines-'));
const [districts, blocks] = [join(folder, 'districts.topojson'), join(folder, 'blocks.topojson')];
const credit = 'Boundaries: drawn as a grid for this journey';
writeFileSync(
  districts,
  JSON.stringify(gridOutlines('districts', [{ code: 'gaya' }, { code: 'patna' }, { code: 'saran' }])),
);
writeFileSync(
  blocks,
  JSON.stringify(
    gridOutlines('blocks', [
      { code: 'danapur', district: 'patna' },
      { code: 'bihta', district: 'patna' },
      { code: 'amas', district: 'gaya' },
    ]),
  ),
);

test.use({ settings: { PLACES_OUTLINES: `${districts}, ${blocks}`, PLACES_OUTLINES_CREDIT: credit } });
test.afterAll(() => rmSync(folder, { recursive: true }));

test('maps are drawn from the outlines that the operator supplies, from district to block, with their attribution', async ({
  page,
}) => {
  await page.goto('/where?teach=Mathematics&level=6-8');
  const map = page.getByRole('list', { name: 'Map of the districts' });
  await expect(map.getByRole('link')).toHaveCount(3);
  await expect(page.getByText(credit)).toBeVisible();
  await expect(page.getByText(/^Not on the map: .*Araria/)).toBeVisible();
  await map.getByRole('link', { name: /^Patna\./ }).focus();
  await page.keyboard.press('Enter');
  const ofBlocks = page.getByRole('list', { name: 'Map of the blocks of Patna' });
  await expect(ofBlocks.getByRole('link')).toHaveCount(2);
  await ofBlocks.getByRole('link', { name: /^Danapur\./ }).click();
  await expect(page).toHaveURL(/block=Danapur/);
  await expect(page.getByRole('combobox', { name: 'Block' })).toHaveValue('Danapur');
  expect(await tooWide(page)).toEqual([]);
  await page.goto('/');
  await page.getByText('Map of the districts').click();
  await expect(page.getByRole('list', { name: 'Map of the districts' }).getByRole('link')).toHaveCount(3);
});
