import { expect, test } from 'vitest'
import { causesIn } from '#engine/policies/printed/causes'

/** Lines as programs print them, and the essential part of the expected advice. */
test.each([
  ["npm error 404  'no-such-server@*' is not in this registry.", 'The package no-such-server does not exist'],
  ['npm error 404 Not Found - GET https://registry.test/@acme%2fnone', 'The package @acme/none does not exist'],
  ['Because acme-none was not found in the package registry', 'The package acme-none does not exist'],
  ['npm error notarget No matching version found for foo@9.9.9.', 'Version foo@9.9.9 does not exist'],
  ['npm error could not determine executable to run', 'it has no command with that name'],
  ['Error: self-signed certificate; code: SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['npm error request to x failed, reason: getaddrinfo EAI_AGAIN registry.test', 'HTTPS_PROXY'],
  ['Error: listen EADDRINUSE: address already in use 127.0.0.1:3000', '(3000)'],
  ["ModuleNotFoundError: No module named 'mcp'", 'no module mcp'],
  ["Error: Cannot find module '/srv/build/index.js'", 'The file to run (/srv/build/index.js) does not exist'],
  ["python3: can't open file '/srv/x.py': [Errno 2]", 'The file to run (/srv/x.py) does not exist'],
  ['npm warn EBADENGINE Unsupported engine {', 'too old'],
  ['This server requires Node.js >=22.0 or later', 'it requires 22.0'],
  ['docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock.', 'Docker is not running'],
  ['sh: 1: tsx: not found', 'The server starts tsx'],
  ['/usr/bin/env: ‘python’: No such file or directory', 'The server starts python'],
  ['Error: GITHUB_TOKEN environment variable is not set', 'the variable GITHUB_TOKEN'],
  ['Please set the OPENAI_API_KEY environment variable', 'the variable OPENAI_API_KEY'],
  ['GitHub API error: 401 Bad credentials', 'did not accept the credentials'],
  ["Error: EACCES: permission denied, open '/root/x'", 'not allowed'],
  ['Server listening on http://127.0.0.1:8080/mcp', 'The server uses HTTP at http://127.0.0.1:8080/mcp'],
  ['MCP Streamable HTTP Server listening on port 38123', 'The server uses HTTP on port 38123'],
  ['TypeError: Unknown file extension ".ts" for /srv/x.ts', 'cannot run .ts files'],
  ['usage: server [-h] --root ROOT', 'its usage'],
])('%s', (line, advice) => {
  expect(causesIn(['something before', line, 'something after'])[0]?.text).toContain(advice)
})
