import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maxFound, readPage } from './read-page.ts'

const url = 'https://shop.example/lamps/one?x=1'

test('the head, the pictures, the films and what is described for machines are found', () => {
  const html = `<!DOCTYPE html><HTML lang="en-GB"><head>
    <title> Lamps &amp; more &#8211; &#x4c; </title>
    <!-- <meta name="description" content="not this"> -->
    <META NAME=Description CONTENT='Light for "everybody"'>
    <meta property="og:site_name" content="Lamp Shop"><meta property="og:image" content="/og.png">
    <link rel=canonical href="/lamps/one">
    <script>var a = "<img src='/no.png'>";</script>
    <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":["Thing","Product"],"name":"Lamp",
      "description":"Bright.","url":"/lamp","brand":{"name":"Lumen"},"image":["/lamp.png",{"url":"/lamp2.png"}]}]}</script>
    <script type="application/ld+json">{ broken</script></head>
    <body><img src=/a.png width=100 height="50" alt="A > B"><img data-src="//cdn.example/b.jpg" src=""><img src="data:image/png;base64,AA">
    <video poster='/still.png' src="clip.mp4"></video><video><source src="other.mp4" type="video/mp4"></video>
    <a href="javascript:alert(1)"><img src="javascript:alert(1)"></a></body></html>`
  const { page, ads, media, metaTags, isComplete } = readPage(html, url)
  assert.deepEqual(page, {
    url,
    title: 'Lamps & more – L',
    description: 'Light for "everybody"',
    siteName: 'Lamp Shop',
    language: 'en-GB',
    canonicalUrl: 'https://shop.example/lamps/one',
    imageUrl: 'https://shop.example/og.png',
  })
  const mediaUrls = ['https://shop.example/lamp.png', 'https://shop.example/lamp2.png']
  const link = 'https://shop.example/lamp'
  assert.deepEqual(ads, [{ type: 'Product', title: 'Lamp', text: 'Bright.', link, brand: 'Lumen', mediaUrls }])
  assert.deepEqual(
    media.map(({ type, url: address, source }) => `${type} ${source} ${new URL(address).pathname}`),
    [
      'image head /og.png',
      'image description /lamp.png',
      'image description /lamp2.png',
      'image picture /a.png',
      'image picture /b.jpg',
      'video video /lamps/clip.mp4',
      'image picture /still.png',
      'video video /lamps/other.mp4',
    ],
  )
  assert.deepEqual(media.find(({ alt }) => alt === 'A > B')?.width, 100)
  assert.deepEqual(
    metaTags.map(({ name }) => name),
    ['description', 'og:site_name', 'og:image'],
  )
  assert.equal(isComplete, true)
})

test('the base of a page is where its addresses begin', () => {
  const { media } = readPage('<base href="https://cdn.example/x/"><img src="a.png">', url)
  assert.equal(media[0]?.url, 'https://cdn.example/x/a.png')
})

test('of what there is without end only so much is kept', () => {
  const images = Array.from({ length: 5_000 }, (_, n) => `<img src="/${n}.png">`).join('')
  const words = Array.from({ length: 5_000 }, (_, n) => `<meta name="n${n}" content="x">`).join('')
  const things = JSON.stringify(Array.from({ length: 900 }, () => ({ '@type': 'Product', name: 'x'.repeat(5_000) })))
  const facts = readPage(
    `${words}${images}<script type="application/ld+json">${things.slice(0, 250_000)}]</script>`,
    url,
  )
  assert.equal(facts.media.length, maxFound.media)
  assert.equal(facts.metaTags.length, maxFound.metaTags)
  assert.ok(facts.ads.length <= maxFound.ads)
})

test('no page takes longer than its length: what is never closed, and what nests without end', () => {
  const pieces = [
    '<',
    '<!--',
    '<a ',
    '<a b="',
    '<a b=\'"',
    '<script>',
    '<title>',
    '<a a=a ',
    '</',
    '<!',
    '&#',
    '<div>',
    '<a =',
    '<a\t\n/',
  ]
  const deep = `<script type="application/ld+json">${'[{"a":'.repeat(40_000)}</script>`
  for (const html of [...pieces.map((piece) => piece.repeat(3_000_000 / piece.length)), deep]) {
    // A pass that looked back would take hours for three million characters.
    assert.ok(readPage(html, url).media.length <= 1)
  }
})

test('whatever stands there, nothing breaks and nothing is kept that a database cannot', () => {
  const bits = fc.constantFrom(
    ...['<img src=', '"', "'", '>', '<', 'meta ', '<meta name=a content=', '<script type="application/ld+json">'],
    ...[
      '</script>',
      '{"@type":"Product","name":"',
      '\\u0000',
      '\0',
      '\ud800',
      '&#0;',
      '&#xd800;',
      '__proto__',
      '<title>',
      ' ',
      '=',
    ],
  )
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 60 }), (parts) => {
      JSON.stringify(readPage(parts.join(''), url), (_key, value: unknown) => {
        if (typeof value === 'string') assert.ok(value.isWellFormed() && !value.includes('\0'))
        return value
      })
    }),
    { numRuns: 300, seed: 11 },
  )
})
