/**
 * A key and a certificate for public.test that nobody vouches for. Made for tests and used nowhere else; valid until
 * 2126: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=public.test
 * -addext subjectAltName=DNS:public.test
 */
export const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdnhoBOWAswOTsNqn
n34d5fJ/YK9KasMjiTg6hUtdhBihRANCAAQdVK/S0UxYQb84MJUGqW+RTq8u3gXF
kNFEycsIIcxGtrj/mrR8hWNEnnmh1KVeFxa0gY7v+j7TtCPAqkHFDzMu
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUdcW1CCDRi4eNXj3lyYaLQxQu1LkwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLcHVibGljLnRlc3QwIBcNMjYxMTIxMTUzODE5WhgPMjEyNjEw
MjgxNTM4MTlaMBYxFDASBgNVBAMMC3B1YmxpYy50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEHVSv0tFMWEG/ODCVBqlvkU6vLt4FxZDRRMnLCCHMRra4/5q0
fIVjRJ55odSlXhcWtIGO7/o+07QjwKpBxQ8zLqNrMGkwHQYDVR0OBBYEFIWopj6V
5687yqscOKq67l1smBL0MB8GA1UdIwQYMBaAFIWopj6V5687yqscOKq67l1smBL0
MA8GA1UdEwEB/wQFMAMBAf8wFgYDVR0RBA8wDYILcHVibGljLnRlc3QwCgYIKoZI
zj0EAwIDSAAwRQIgYF0/YCnsuE9gUlxoDR0AEDYS7Kz1/LkkTTLSAkkSdBsCIQCR
Y53x/Ds5ehlZyzrvmrGOzM5ryV+AtFVstq71VMU2Cg==
-----END CERTIFICATE-----
`,
};
