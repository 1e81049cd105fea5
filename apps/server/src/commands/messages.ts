import { allLanguages } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { smsKinds, smsSentences, smsVariables } from '@mutual-transfer/domain/notices/text-messages';

/** `npm run messages -- sms` prints the texts that an operator registers before the first SMS, with the types of their variables. */
if (process.argv[2] !== 'sms') {
  console.error('Usage: npm run messages -- sms');
  process.exit(1);
}
for (const kind of smsKinds) {
  const { name, type } = smsVariables[kind];
  for (const language of allLanguages()) {
    const text = messagesIn(language)(smsSentences[kind], { [name]: `{#${type}#}` } as never);
    console.info(`${kind}.${language}\t${text}\t${name}: ${type}`);
  }
}
console.info(
  'At MSG91 each variable has the name in the last column. Have the domain of PUBLIC_URL whitelisted for links.',
);
console.info('Then: SMS_TEMPLATES={"code.en":"ID","code.hi":"ID", …}');
