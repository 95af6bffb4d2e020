import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { drivers } from '../../eslint.layers.js'
import { launchBodyOf } from '../../src/core/launch/plan/request.ts'
import { field, text } from '../../src/platforms/contract/launch-fields.ts'
import type { LaunchFields } from '../../src/platforms/contract/launch-fields.ts'
import type { Platform } from '../../src/platforms/contract/platform.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { createPlatforms } from '../../src/platforms/registry.ts'

interface Described {
  description?: string
  properties?: Record<string, Described>
  items?: Described
}

const launch = z.toJSONSchema(launchBodyOf(builtIn), { io: 'input', unrepresentable: 'any' }) as Described
const ad = launch.properties!.ads!.items!
const media = ad.properties!.media!.items!

test('every field of a launch, of its ads and of their media says what it is', () => {
  for (const { properties } of [launch, ad, media]) {
    for (const [name, { description }] of Object.entries(properties!)) assert.ok(description, name)
  }
})

test('a field that only some platforms use names them, and what it is on each', () => {
  const { promoCode, page, title } = ad.properties!
  assert.match(promoCode!.description!, /^On primary: .+\.$/)
  assert.match(page!.description!, /^On primary: .+\. On snapchat: .+\.$/)
  assert.doesNotMatch(title!.description!, /^On /)
  assert.match(media.properties!.carouselTitle!.description!, /^On primary: /)
})

test('the fields of a platform stand in its own folder, in the same place for every platform that ads are launched on', () => {
  const root = join(import.meta.dirname, '..', '..', 'src', 'platforms')
  const launching = drivers.filter((driver) => existsSync(join(root, driver, 'launch')))
  assert.equal(launching.length, builtIn.all.filter(({ launchTypes }) => launchTypes).length)
  for (const driver of launching) assert.ok(existsSync(join(root, driver, 'launch', 'fields.ts')), driver)
  const declared = builtIn.all.flatMap(({ launchFields }) => Object.keys(launchFields?.ad ?? {}))
  const missing = declared.filter((name) => !(name in ad.properties!))
  assert.deepEqual(missing, [])
})

const [first, second, third] = builtIn.all as [Platform, Platform, Platform]
const withField = (platform: Platform, ad: LaunchFields['ad']): Platform => ({ ...platform, launchFields: { ad } })

test('two platforms that mean different things by one name are refused at the start', () => {
  const short = withField(first, { colour: field(text(10), 'refused', 'Its colour.') })
  const long = withField(second, { colour: field(text(20), 'refused', 'Its colour.') })
  assert.throws(() => createPlatforms([short, long]), /primary and pinterest do not agree about the field colour/)
  const shared = text(10)
  const refused = withField(first, { colour: field(shared, 'refused', 'Its colour.') })
  const warned = withField(second, { colour: field(shared, 'warned', 'Its colour.') })
  assert.throws(() => createPlatforms([refused, warned]), /do not agree about the field colour/)
  const same = withField(third, { colour: field(shared, 'refused', 'Its other colour.') })
  const { colour } = Object.fromEntries(createPlatforms([refused, same]).fields.ad)
  assert.equal(colour!.description, 'On primary: Its colour. On snapchat: Its other colour.')
  const agreed = withField(second, { colour: field(shared, 'refused', 'Its colour.') })
  const { colour: once } = Object.fromEntries(createPlatforms([refused, agreed]).fields.ad)
  assert.equal(once!.description, 'On primary and pinterest: Its colour.')
})

test('a platform cannot take a name that all platforms have', () => {
  const title = withField(first, { title: field(text(10), 'refused', 'Its title.') })
  assert.throws(() => createPlatforms([title]), /primary: title is a field of all platforms already/)
  const name = withField(first, { adName: field(text(10), 'refused', 'Its name.') })
  assert.throws(() => launchBodyOf(createPlatforms([name])), /primary: adName is read on every platform already/)
  const twin = { ...second, aliases: ['meta'] }
  assert.throws(() => createPlatforms([first, twin]), /Two platforms are called "meta"/)
})
