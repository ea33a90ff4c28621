import { expect, test } from 'vitest'
import { causesIn } from '#engine/policies/printed/causes'

/** Lines as programs print them, and the word of the advice that matters. */
test.each([
  ["npm error 404  'no-such-server@*' is not in this registry.", 'The package no-such-server does not exist'],
  ['npm error 404 Not Found - GET https://registry.test/@acme%2fnone', 'The package @acme/none does not exist'],
  ['Because acme-none was not found in the package registry', 'The package acme-none does not exist'],
  ['npm error notarget No matching version found for foo@9.9.9.', 'There is no version foo@9.9.9'],
  ['npm error could not determine executable to run', 'it has no command of that name'],
  ['Error: self-signed certificate; code: SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['npm error request to x failed, reason: getaddrinfo EAI_AGAIN registry.test', 'HTTPS_PROXY'],
  ['Error: listen EADDRINUSE: address already in use 127.0.0.1:3000', '(3000)'],
  ["ModuleNotFoundError: No module named 'mcp'", 'no module mcp'],
  ["Error: Cannot find module '/srv/build/index.js'", 'What is to be run (/srv/build/index.js) is not there'],
  ["python3: can't open file '/srv/x.py': [Errno 2]", 'What is to be run (/srv/x.py) is not there'],
  ['npm warn EBADENGINE Unsupported engine {', 'too old'],
  ['This server requires Node.js >=22.0 or later', 'it asks for 22.0'],
  ['docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock.', 'Docker does not run'],
  ['sh: 1: tsx: not found', 'It starts tsx in its turn'],
  ['/usr/bin/env: ‘python’: No such file or directory', 'It starts python in its turn'],
  ['Error: GITHUB_TOKEN environment variable is not set', 'the variable GITHUB_TOKEN'],
  ['Please set the OPENAI_API_KEY environment variable', 'the variable OPENAI_API_KEY'],
  ['GitHub API error: 401 Bad credentials', 'does not accept the credentials'],
  ["Error: EACCES: permission denied, open '/root/x'", 'not permitted'],
  ['Server listening on http://127.0.0.1:8080/mcp', 'It serves HTTP at http://127.0.0.1:8080/mcp'],
  ['MCP Streamable HTTP Server listening on port 38123', 'It serves HTTP on port 38123'],
  ['TypeError: Unknown file extension ".ts" for /srv/x.ts', 'does not run .ts files'],
  ['usage: server [-h] --root ROOT', 'how it wants to be called'],
])('%s', (line, advice) => {
  expect(causesIn(['something before', line, 'something after'])[0]?.text).toContain(advice)
})
