import { createHash } from 'node:crypto'
import { drawSampleImage } from '../../../sandbox/core/media/sample-image.ts'
import { buildSampleVideo } from '../../../sandbox/core/media/sample-video.ts'

/** The platform's answer, loosely typed: tests look into it. */
export interface Answer {
  status: number
  code: number
  message: string
  data: Record<string, unknown> & { list?: Record<string, unknown>[]; ad_ids?: string[] }
  text: string
}

export const token = 'sandbox-tiktok-token'
export const app = { app_id: '7100000000000000001', secret: 'sandbox-tiktok-secret' }

export type Client = ReturnType<typeof tiktokClient>

/** Raw calls, as any client makes them. */
export function tiktokClient(url: string, accessToken: string | null = token) {
  const base = `${url}/tiktok/open_api/v1.3`
  const headers: Record<string, string> = accessToken === null ? {} : { 'access-token': accessToken }
  const read = async (response: Response): Promise<Answer> => {
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const body = isJson ? (JSON.parse(text) as Omit<Answer, 'status' | 'text'>) : { code: -1, message: text, data: {} }
    return { status: response.status, ...body, text }
  }
  return {
    base,
    async get(path: string, params: Record<string, unknown> = {}): Promise<Answer> {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(params))
        query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
      return read(await fetch(`${base}/${path}?${query.toString()}`, { headers }))
    },
    async post(path: string, body: object): Promise<Answer> {
      const type = { 'content-type': 'application/json' }
      return read(
        await fetch(`${base}/${path}`, {
          method: 'POST',
          headers: { ...headers, ...type },
          body: JSON.stringify(body),
        }),
      )
    },
    async upload(path: string, fields: Record<string, string>, field: string, bytes: Buffer): Promise<Answer> {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append(field, new Blob([new Uint8Array(bytes)]), 'file')
      return read(await fetch(`${base}/${path}`, { method: 'POST', headers, body: form }))
    },
  }
}

export async function firstAdvertiser(client: Client): Promise<string> {
  const { data } = await client.get('oauth2/advertiser/get/', app)
  return String(data.list![0]!['advertiser_id'])
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')

export function uploadVideo(client: Client, advertiser: string, name: string): Promise<Answer> {
  const bytes = buildSampleVideo(1080, 1920, 1)
  const fields = { advertiser_id: advertiser, file_name: name, video_signature: md5(bytes) }
  return client.upload('file/video/ad/upload/', fields, 'video_file', bytes)
}

export async function uploadImage(client: Client, advertiser: string, name: string): Promise<Answer> {
  const bytes = await drawSampleImage(1080, 1080, 1)
  const fields = { advertiser_id: advertiser, file_name: name, image_signature: md5(bytes) }
  return client.upload('file/image/ad/upload/', fields, 'image_file', bytes)
}

/** An ad group by the end of its name, and an identity by its type. */
export async function fixture(client: Client) {
  const advertiser = await firstAdvertiser(client)
  const groups = (await client.get('adgroup/get/', { advertiser_id: advertiser, page_size: 100 })).data.list!
  const { data } = await client.get('identity/get/', { advertiser_id: advertiser })
  const identities = data['identity_list'] as Record<string, unknown>[]
  return {
    advertiser,
    group: (name: string) => String(groups.find((each) => String(each['adgroup_name']) === name)!['adgroup_id']),
    identity: (type: string) => String(identities.find((each) => each['identity_type'] === type)!['identity_id']),
    seededVideo: String(
      (await client.get('file/video/ad/search/', { advertiser_id: advertiser })).data.list![0]!['video_id'],
    ),
  }
}
