import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../src/api/index.ts'
import { problemOf } from '../../../src/call/check-reply.ts'
import { buildOpenApi } from '../../../src/http/docs/openapi.ts'
import { documentedPath } from '../../../src/http/docs/paths.ts'
import { fileTypeOf } from '../../../src/http/docs/parts.ts'
import { readReplies } from '../../../src/http/docs/samples/replies.ts'

const replies = readReplies()
const inJson = operations.filter((operation) => fileTypeOf(operation) === null)
assert.ok(inJson.length > 200)
const how = 'npm test -- --record followed by words of the paths of tests that call it'

test('every operation that answers JSON has an example of that, and each is what its schema says', () => {
  const missing = inJson.filter(({ name }) => !Object.hasOwn(replies, name)).map(({ name }) => name)
  assert.deepEqual(missing, [], how)
  const wrong = inJson.flatMap(({ name, reply }) => {
    const problem = problemOf(reply, replies[name])
    return problem === null ? [] : [`${name}: ${problem}`]
  })
  assert.deepEqual(wrong, [], how)
  const names = operations.map(({ name }) => name)
  assert.deepEqual(
    Object.keys(replies).filter((name) => !names.includes(name)),
    [],
  )
})

test('examples stand in OpenAPI, with the address of this installation', () => {
  const facts = { version: '1.2.3', publicUrl: 'https://ads.example', sandboxUrl: null }
  const { paths } = buildOpenApi(operations, facts) as {
    paths: Record<
      string,
      Record<string, { responses: Record<string, { content: Record<string, { example?: object }> }> }>
    >
  }
  for (const { rest, name } of inJson) {
    const answer = paths[documentedPath(rest.path)]?.[rest.method.toLowerCase()]?.responses[rest.status]
    const example = answer?.content['application/json']?.example
    assert.ok(example, name)
    assert.doesNotMatch(JSON.stringify(example), /localhost:8080/, name)
  }
})

test('no example has anything that opens something, or the address of a machine', () => {
  const text = JSON.stringify(replies)
  assert.doesNotMatch(text, /\bak_(?!x+\b)[A-Za-z0-9]{20,}/)
  assert.doesNotMatch(text, /(?:whsec_|fd[tro]_)(?!x+\b)[A-Za-z0-9_-]{20,}/)
  assert.doesNotMatch(text, /127\.0\.0\.1:(?!8081\b)\d/)
  assert.doesNotMatch(text, /(?<![A-Za-z0-9_-])(?!x{43})[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/)
})
