import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { drawSampleImage } from '../../core/media/sample-image.ts'
import { buildSampleVideo } from '../../core/media/sample-video.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { campaignForm, graphClient, jpyAccount, token, usdAccount } from '../../../test/support/simulated/primary.ts'
import type { GraphBody } from '../../../test/support/simulated/primary.ts'

async function sendFile(
  url: string,
  fields: Record<string, string>,
  { field, name, bytes }: { field: string; name: string; bytes: Buffer },
): Promise<GraphBody> {
  const form = new FormData()
  for (const [key, value] of Object.entries({ ...fields, access_token: token })) form.set(key, value)
  form.set(field, new Blob([new Uint8Array(bytes)]), name)
  const response = await fetch(url, { method: 'POST', body: form })
  return (await response.json()) as GraphBody
}

test('a form, JSON, multipart and the query say the same', async (context) => {
  const { url } = await startTestSandbox(context)
  const address = `${url}/meta/v26.0/${usdAccount}/campaigns`
  const flat = Object.entries(campaignForm).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const multipart = new FormData()
  for (const [name, value] of [...flat, ['access_token', token] as const]) multipart.set(name, value)
  const calls: [string, RequestInit][] = [
    [`${address}?access_token=${token}`, { body: new URLSearchParams(flat) }],
    [
      `${address}?access_token=${token}`,
      { body: JSON.stringify(campaignForm), headers: { 'content-type': 'application/json' } },
    ],
    [address, { body: multipart }],
    [`${address}?${new URLSearchParams([...flat, ['access_token', token]]).toString()}`, {}],
  ]
  for (const [target, init] of calls) {
    const created = (await (await fetch(target, { method: 'POST', ...init })).json()) as GraphBody
    const { body } = await graphClient(url).get(
      `${created.id}?fields=name,special_ad_categories,is_adset_budget_sharing_enabled`,
    )
    assert.deepEqual(body, {
      name: 'Launch week',
      special_ad_categories: [],
      is_adset_budget_sharing_enabled: false,
      id: created.id,
    })
  }
})

test('the same picture has one hash per account, however it is uploaded', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const bytes = await drawSampleImage(200, 100, 5)
  const hash = createHash('md5').update(bytes).digest('hex')
  const uploaded = (await client.post(`${usdAccount}/adimages`, { bytes: bytes.toString('base64') })).body[
    'images'
  ] as Record<string, Record<string, unknown>>
  assert.deepEqual(
    [uploaded['bytes']?.['hash'], uploaded['bytes']?.['width'], uploaded['bytes']?.['height']],
    [hash, 200, 100],
  )
  const address = `${client.base}/${usdAccount}/adimages`
  const again = (await sendFile(address, {}, { field: 'filename', name: 'hat.png', bytes }))['images'] as Record<
    string,
    Record<string, unknown>
  >
  assert.equal(again['hat.png']?.['hash'], hash)
  const query = `adimages?hashes=${JSON.stringify([hash])}&fields=hash,url,width`
  const { data } = (await client.get(`${usdAccount}/${query}`)).body
  assert.equal(data?.length, 1)
  const picture = await fetch(String(data[0]?.['url']))
  assert.ok(Buffer.from(await picture.arrayBuffer()).equals(bytes))
  assert.deepEqual((await client.get(`${jpyAccount}/${query}`)).body.data, [])
  await client.post(`${jpyAccount}/adimages`, { copy_from: { source_account_id: usdAccount.slice(4), hash } })
  assert.equal((await client.get(`${jpyAccount}/${query}`)).body.data?.length, 1)
  assert.deepEqual((await client.remove(`${usdAccount}/adimages?hash=${hash}`)).body, { success: true })
  assert.deepEqual((await client.get(`${usdAccount}/${query}`)).body.data, [])
})

test('what is not a picture is refused', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  assert.equal(
    (await client.post(`${usdAccount}/adimages`, { bytes: Buffer.from('hello').toString('base64') })).body.error?.code,
    100,
  )
  const zip = (
    await client.post(`${usdAccount}/adimages`, { bytes: Buffer.from('PK\u0003\u0004zip').toString('base64') })
  ).body.error
  assert.equal(zip?.error_subcode, 1815814)
  assert.equal((await client.post(`${usdAccount}/adimages`, {})).body.error?.code, 100)
})

test('a video is uploaded from an address or as a file, processed, and then has thumbnails', async (context) => {
  const { url, control } = await startTestSandbox(context)
  // On a machine that is busy elsewhere, a clock that runs would have processed it before anybody looks.
  await control('POST', '/clock', { offsetSeconds: 0, stopped: true })
  // On a machine that is busy elsewhere, a clock that runs would have processed it before anybody looks.
  await control('POST', '/clock', { offsetSeconds: 0, stopped: true })
  const client = graphClient(url)
  const fromAddress = await client.create(`${usdAccount}/advideos`, {
    file_url: `${url}/_assets/vertical.mp4`,
    title: 'Film',
  })
  const file = buildSampleVideo(320, 240, 1)
  const fromFile = (
    await sendFile(`${client.base}/${usdAccount}/advideos`, {}, { field: 'source', name: 'film.mp4', bytes: file })
  ).id
  assert.notEqual(fromFile, fromAddress)
  assert.deepEqual((await client.get(`${fromAddress}/thumbnails`)).body.data, [])
  await control('POST', '/clock', { offsetSeconds: 10 })
  const { body } = await client.get(`${fromAddress}?fields=status,length,title,picture`)
  assert.equal((body['status'] as { video_status: string }).video_status, 'ready')
  assert.deepEqual([body['length'], body['title']], [6, 'Film'])
  const thumbnails = (await client.get(`${fromAddress}/thumbnails`)).body.data
  assert.deepEqual(
    [thumbnails?.[0]?.['is_preferred'], thumbnails?.[0]?.['width'], thumbnails?.[0]?.['height']],
    [true, 1080, 1920],
  )
  assert.equal((await fetch(String(thumbnails?.[0]?.['uri']))).status, 200)
  assert.equal((await client.post(`${usdAccount}/advideos`, { file_url: `${url}/nowhere.mp4` })).body.error?.code, 389)
  assert.equal(
    (await client.post(`${usdAccount}/advideos`, { file_url: `${url}/_assets/square.png` })).body.error?.code,
    352,
  )
})

test('a video is uploaded in pieces whose bounds the server sets', async (context) => {
  const { url } = await startTestSandbox(context)
  const client = graphClient(url)
  const film = buildSampleVideo(1080, 1080, 2)
  const bytes = Buffer.concat([film, Buffer.alloc(2_500_000 - film.length)])
  const address = `${client.base}/${usdAccount}/advideos`
  const { body: start } = await client.post(`${usdAccount}/advideos`, {
    upload_phase: 'start',
    file_size: bytes.length,
  })
  const session = String(start['upload_session_id'])
  let bounds: GraphBody = start
  let pieces = 0
  while (bounds['start_offset'] !== bounds['end_offset']) {
    const [from, to] = [Number(bounds['start_offset']), Number(bounds['end_offset'])]
    const fields = { upload_phase: 'transfer', upload_session_id: session, start_offset: String(from) }
    bounds = await sendFile(address, fields, {
      field: 'video_file_chunk',
      name: 'piece',
      bytes: bytes.subarray(from, to),
    })
    pieces++
  }
  assert.equal(pieces, 3)
  const repeated = await sendFile(
    address,
    { upload_phase: 'transfer', upload_session_id: session, start_offset: '0' },
    { field: 'video_file_chunk', name: 'piece', bytes: film },
  )
  assert.equal(repeated.error?.code, 6001)
  const { body: finish } = await client.post(`${usdAccount}/advideos`, {
    upload_phase: 'finish',
    upload_session_id: session,
    title: 'Pieces',
  })
  assert.deepEqual(finish, { success: true })
  const { body } = await client.get(`${String(start['video_id'])}?fields=title,length`)
  assert.deepEqual([body['title'], body['length']], ['Pieces', 6])
})
