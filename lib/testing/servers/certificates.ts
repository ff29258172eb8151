import { generateKeyPairSync } from "node:crypto";
import { isIP } from "node:net";
import forge from "node-forge";

/** A certificate and its key, as PEM. */
export type Certificate = { certificate: string; key: string };

const dayMs = 86_400_000;

/** An authority that nobody else knows. */
export function newAuthority(): Certificate {
  const key = newKey();
  const certificate = newCertificate("Test authority", key);
  certificate.setIssuer(certificate.subject.attributes);
  certificate.setExtensions([{ name: "basicConstraints", cA: true, critical: true }]);
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(certificate), key };
}

/** A certificate of an authority for the IP address or the name of a server. */
export function newServerCertificate(authority: Certificate, host: string): Certificate {
  const key = newKey();
  const certificate = newCertificate("Test server", key);
  certificate.setIssuer(forge.pki.certificateFromPem(authority.certificate).subject.attributes);
  const name = isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host };
  certificate.setExtensions([{ name: "subjectAltName", altNames: [name] }]);
  certificate.sign(forge.pki.privateKeyFromPem(authority.key), forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(certificate), key };
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return String(privateKey.export({ type: "pkcs1", format: "pem" }));
}

function newCertificate(name: string, key: string): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  const { n, e } = forge.pki.privateKeyFromPem(key);
  certificate.publicKey = forge.pki.setRsaPublicKey(n, e);
  certificate.serialNumber = "01";
  certificate.validity.notBefore = new Date(Date.now() - dayMs);
  certificate.validity.notAfter = new Date(Date.now() + dayMs);
  certificate.setSubject([{ name: "commonName", value: name }]);
  return certificate;
}
