/**
 * People of each district in thousands, Census of India 2011; the first blocks hold its headquarters and its other
 * towns.
 */
export const districtWeights: Readonly<Record<string, { people: number; towns: readonly string[] }>> = {
  araria: { people: 2812, towns: ['araria', 'forbesganj'] },
  arwal: { people: 701, towns: ['arwal'] },
  aurangabad: { people: 2540, towns: ['aurangabad', 'daudnagar'] },
  banka: { people: 2035, towns: ['banka'] },
  begusarai: { people: 2970, towns: ['begusarai', 'barauni'] },
  bhagalpur: { people: 3038, towns: ['bhagalpur-jagdishpur', 'nathnagar', 'sabour', 'kahalgaon'] },
  bhojpur: { people: 2729, towns: ['arrah', 'piro'] },
  buxar: { people: 1706, towns: ['buxar', 'dumraon'] },
  darbhanga: { people: 3937, towns: ['darbhanga', 'bahadurpur', 'benipur'] },
  'east-champaran': { people: 5099, towns: ['motihari', 'raxaul'] },
  gaya: { people: 4391, towns: ['gaya-town', 'bodh-gaya', 'manpur', 'sherghati'] },
  gopalganj: { people: 2562, towns: ['gopalganj'] },
  jamui: { people: 1760, towns: ['jamui', 'jhajha'] },
  jehanabad: { people: 1125, towns: ['jehanabad'] },
  kaimur: { people: 1626, towns: ['bhabua', 'mohania'] },
  katihar: { people: 3071, towns: ['katihar', 'barsoi'] },
  khagaria: { people: 1667, towns: ['khagaria', 'gogri'] },
  kishanganj: { people: 1690, towns: ['kishanganj'] },
  lakhisarai: { people: 1001, towns: ['lakhisarai'] },
  madhepura: { people: 2002, towns: ['madhepura'] },
  madhubani: { people: 4487, towns: ['rahika', 'jhanjharpur'] },
  munger: { people: 1368, towns: ['munger-sadar', 'jamalpur'] },
  muzaffarpur: { people: 4801, towns: ['mushahari', 'kanti', 'bochahan'] },
  nalanda: { people: 2878, towns: ['bihar-sharif', 'rajgir', 'hilsa'] },
  nawada: { people: 2219, towns: ['nawada'] },
  patna: {
    people: 5838,
    towns: ['patna-sadar', 'danapur', 'phulwari-sharif', 'sampatchak', 'fatuha', 'barh'],
  },
  purnia: { people: 3265, towns: ['purnia-east', 'krityanand-nagar'] },
  rohtas: { people: 2960, towns: ['sasaram', 'dehri'] },
  saharsa: { people: 1901, towns: ['kahara'] },
  samastipur: { people: 4261, towns: ['samastipur', 'dalsinghsarai'] },
  saran: { people: 3952, towns: ['chapra', 'sonepur'] },
  sheikhpura: { people: 636, towns: ['sheikhpura', 'barbigha'] },
  sheohar: { people: 656, towns: ['sheohar'] },
  sitamarhi: { people: 3424, towns: ['dumra', 'pupri'] },
  siwan: { people: 3330, towns: ['siwan', 'maharajganj'] },
  supaul: { people: 2229, towns: ['supaul', 'nirmali'] },
  vaishali: { people: 3495, towns: ['hajipur', 'lalganj'] },
  'west-champaran': { people: 3935, towns: ['bettiah', 'narkatiaganj', 'bagaha-2'] },
};

/** The cities of the state that teachers ask for most, with how strongly they pull. */
export const cityPulls: readonly (readonly [string, number])[] = [
  ['patna', 10],
  ['muzaffarpur', 4],
  ['gaya', 3.5],
  ['bhagalpur', 3],
  ['darbhanga', 3],
];
