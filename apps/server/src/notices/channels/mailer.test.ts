import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/testing/processes/certificate.ts';
import { startMailbox } from '../../../test/testing/services/mailbox.ts';
import { createMailer, type Mail } from './mailer.ts';

const mail: Mail = {
  id: '019a0000-0000-7000-8000-000000000000',
  to: 'teacher@school.example',
  subject: 'नमस्ते',
  text: 'text',
  html: '<p>text</p>',
};
const from = 'notices@product.example';

describe('the mailer over STARTTLS', () => {
  let key: string;
  let cert: string;

  beforeAll(() => {
    ({ key, certificate: cert } = makeCertificate('DNS:localhost,IP:127.0.0.1'));
  });

  const login = (user: string) => `smtp://${user}:secret@127.0.0.1`;

  it('authenticates after STARTTLS and reuses the Message-ID', async () => {
    const signedIn: (string | undefined)[] = [];
    const mailbox = await startMailbox({
      key,
      cert,
      disabledCommands: [],
      authOptional: false,
      onAuth: ({ username, password }, { secure }, callback) => {
        signedIn.push(`${username} ${password} ${secure}`);
        callback(null, { user: username });
      },
    });
    const mailer = createMailer({ url: `${login('us%40er')}:${mailbox.port}`, from }, { ca: cert });
    await mailer.send(mail);
    await mailer.send(mail);
    mailer.close();
    await mailbox.close();
    expect(signedIn).toEqual(['us@er secret true']);
    expect(mailbox.mails.map(({ messageId }) => messageId)).toEqual([
      `<${mail.id}@product.example>`,
      `<${mail.id}@product.example>`,
    ]);
    expect(mailbox.mails[0]?.subject).toBe('नमस्ते');
  });

  it('sends nothing if the certificate is not trusted', async () => {
    const mailbox = await startMailbox({ key, cert, disabledCommands: [] });
    const mailer = createMailer({ url: `smtp://127.0.0.1:${mailbox.port}`, from });
    await expect(mailer.send(mail)).rejects.toThrow(/self.signed|certificate/);
    mailer.close();
    await mailbox.close();
    expect(mailbox.mails).toEqual([]);
  });

  it('sends nothing without TLS to another machine', async () => {
    const mailbox = await startMailbox();
    // This address reaches this machine too, but the mailer does not recognise it as loopback.
    const mailer = createMailer({ url: `smtp://0.0.0.0:${mailbox.port}`, from });
    await expect(mailer.send(mail)).rejects.toThrow(/STARTTLS/);
    mailer.close();
    await mailbox.close();
    expect(mailbox.mails).toEqual([]);
  });
});

describe('a mailer', () => {
  it('gives up a mail whose server answers byte by byte beyond the deadline, and closes its connection', async () => {
    const dripping = createServer((socket) => {
      const drip = setInterval(() => socket.write('2'), 20);
      socket.on('close', () => clearInterval(drip)).on('error', () => {});
    });
    await once(dripping.listen(0, '127.0.0.1'), 'listening');
    const { port } = dripping.address() as AddressInfo;
    const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from }, { deadlineMs: 200 });
    await expect(mailer.send(mail)).rejects.not.toMatchObject({ name: 'RefusedDispatch' });
    dripping.close();
    // Closes only when the mailer has closed its connection.
    await once(dripping, 'close');
    mailer.close();
  });

  it('distinguishes a permanent refusal from a temporary failure', async () => {
    const mailbox = await startMailbox();
    const mailer = createMailer({ url: `smtp://127.0.0.1:${mailbox.port}`, from });
    mailbox.refusals.set(mail.to, { code: 550, message: 'No such mailbox' });
    await expect(mailer.send(mail)).rejects.toMatchObject({ name: 'RefusedDispatch' });
    mailbox.refusals.set(mail.to, { code: 421, message: 'Busy' });
    await expect(mailer.send(mail)).rejects.not.toMatchObject({ name: 'RefusedDispatch' });
    await mailbox.close();
    await expect(mailer.send(mail)).rejects.not.toMatchObject({ name: 'RefusedDispatch' });
    mailer.close();
  });
});
