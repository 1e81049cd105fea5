/**
 * Other names of the places of Bihar, in both scripts: headquarters that stand for their district, old names, usual
 * spellings, those of LGD, Aadhaar (UIDAI) and the railways, and the urban education blocks of school records. A spelling that sounds the same (`Mujaffarpur`,
 * `चम्पारण`) needs no entry, because `spellingKey` finds it. One name may mean several places.
 */

/** Code of a district → its other names. */
export const otherDistrictNames: Readonly<Record<string, readonly string[]>> = {
  araria: ['Araria Court'],
  arwal: ['Arval'],
  bhojpur: ['Arrah', 'Ara', 'Aara', 'आरा'],
  buxar: ['Baksar', 'Buxer'],
  darbhanga: ['Laheriasarai', 'Laheria Sarai', 'लहेरियासराय', 'Darbhanga Laheriasarai'],
  'east-champaran': [
    ...['Motihari', 'मोतिहारी', 'Purbi Champaran', 'Purvi Champaran', 'Purba Champaran'],
    ...['Champaran East', 'E Champaran', 'Bapudham Motihari', 'पू चंपारण', 'मोतीहारी'],
    ...['पूरबी चंपारण', 'पूर्व चंपारण', 'Champaran', 'चंपारण', 'चम्पारण'],
  ],
  gaya: ['Gaya Ji', 'Gayaji', 'गया जी', 'गयाजी'],
  jehanabad: ['Jahanabad', 'जहांनाबाद'],
  kaimur: ['Bhabua', 'Bhabhua', 'भभुआ', 'Kaimoor', 'Bhabua Road', 'Kaimur Bhabua'],
  lakhisarai: ['Luckeesarai', 'Lakkhisarai', 'लक्खीसराय'],
  madhepura: ['Dauram Madhepura'],
  munger: ['Monghyr', 'Mungher', 'मूंगेर'],
  muzaffarpur: ['Mujaffarpur', 'मुज़फ़्फ़रपुर'],
  nalanda: ['Biharsharif', 'Bihar Sharif', 'बिहारशरीफ', 'बिहार शरीफ', 'नालन्दा'],
  nawada: ['Nawadah', 'Nawadha'],
  purnia: ['Purnea', 'Purniya', 'पूर्णियां', 'पुरनिया'],
  rohtas: ['Sasaram', 'Sasharam', 'सासाराम', 'सहसराम'],
  saran: ['Chapra', 'Chhapra', 'छपरा', 'सारन'],
  sheikhpura: ['Shekhpura', 'Shaikhpura'],
  sheohar: ['Shivhar', 'Shivahar'],
  sitamarhi: ['Sitamadhi', 'सीतामढी'],
  siwan: ['Sivan', 'Sewan', 'सीवान'],
  vaishali: ['Hajipur', 'हाजीपुर'],
  'west-champaran': [
    ...['Bettiah', 'Betia', 'बेतिया', 'Pashchimi Champaran', 'Paschimi Champaran', 'Pachhim Champaran'],
    ...['Pashchim Champaran', 'Paschim Champaran', 'Champaran West', 'W Champaran', 'प चंपारण'],
    ...['पश्चिम चंपारण', 'Champaran', 'चंपारण', 'चम्पारण'],
  ],
};

/** Code of a block → its other names. */
export const otherBlockNames: Readonly<Record<string, readonly string[]>> = {
  arrah: ['Ara', 'Aara', 'Arrah Sadar', 'आरा सदर'],
  'bagaha-2': ['Sidhaw', 'सिधांव', 'सिधाव'],
  bettiah: ['Betia', 'Bettiah Sadar', 'बेतिया सदर'],
  bhabua: ['Bhabhua'],
  'bhagalpur-jagdishpur': ['Bhagalpur Urban', 'भागलपुर शहरी', 'Bhagalpur Sadar', 'भागलपुर सदर'],
  'bihar-sharif': ['Biharsharif', 'बिहार शरीफ'],
  'bodh-gaya': ['Bodhgaya', 'बोधगया'],
  buxar: ['Buxar Sadar', 'बक्सर सदर'],
  chapra: ['Chhapra', 'Chapra Sadar', 'छपरा सदर'],
  chhauradano: ['Narkatia', 'नरकटिया'],
  danapur: ['Khagaul', 'खगौल', 'Dinapur'],
  darbhanga: [
    ...['Darbhanga Sadar', 'Darbhanga Urban', 'दरभंगा सदर', 'दरभंगा शहरी'],
    ...['Laheriasarai', 'Laheria Sarai', 'लहेरियासराय'],
  ],
  dehri: ['Dehri-on-Sone', 'Dalmianagar', 'डेहरी ऑन सोन', 'डालमियानगर'],
  forbesganj: ['Forbisganj', 'फारबिसगंज', 'फॉरबिसगंज'],
  'gaya-town': ['Gaya Sadar', 'Gaya Nagar', 'गया सदर'],
  hajipur: ['Hajipur Sadar', 'हाजीपुर सदर'],
  jainagar: ['Jaynagar', 'जयनगर'],
  khutauna: ['Laukaha', 'लौकहा'],
  mokama: ['Mokameh', 'Mokamah'],
  motihari: ['Motihari Sadar', 'मोतिहारी सदर'],
  'munger-sadar': ['Munger', 'मुंगेर', 'Monghyr'],
  mushahari: ['Muzaffarpur', 'Muzaffarpur Sadar', 'Musahari', 'मुजफ्फरपुर', 'मुशहरी'],
  'patna-sadar': ['Patna Urban', 'Patna City', 'पटना शहरी', 'पटना सिटी'],
  'purnia-east': ['Purnia', 'Purnia Sadar', 'Purnea', 'पूर्णिया', 'पूर्णिया सदर'],
  rajgir: ['Rajgrih', 'राजगृह'],
  rahika: ['Madhubani', 'Madhubani Sadar', 'मधुबनी'],
  sasaram: ['Sasharam', 'सहसराम'],
  siwan: ['Siwan Sadar', 'Sivan', 'सिवान सदर', 'सीवान'],
  sonepur: ['Sonpur'],
  yogapatti: ['Jogapatti', 'जोगापट्टी'],
};
