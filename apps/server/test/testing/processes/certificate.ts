import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Self-made certificate and its key, PEM. */
export interface Certificate {
  key: string;
  certificate: string;
}

/**
 * Creates a self-signed certificate.
 * @param names as in `DNS:localhost,IP:127.0.0.1`.
 * @throws {Error} if `openssl` fails or is not installed; `npm test` installs it on Debian.
 */
export function makeCertificate(names: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'mutual-transfer-certificate-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const parameters = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2
    -subj /CN=product.example -addext subjectAltName=${names}`.split(/\s+/);
  try {
    const made = spawnSync('openssl', [...parameters, '-keyout', key, '-out', certificate], {
      encoding: 'utf8',
    });
    if (made.error) throw new Error('This test needs openssl. Install it.', { cause: made.error });
    if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
