import { drawSampleImage } from '../../../sandbox/core/media/sample-image.ts'

/** The platform's answer, loosely typed: tests look into it. */
export interface PinAnswer {
  status: number
  headers: Headers
  body: PinBody
}

interface PinBody {
  id?: string
  code?: number
  message?: string
  bookmark?: string | null
  items?: PinItem[]
  [field: string]: unknown
}

export interface PinItem {
  id?: string
  name?: string
  data?: { id: string; [field: string]: unknown }
  exceptions?: unknown
  [field: string]: unknown
}

export const token = 'sandbox-pinterest-token'
export const usdAccount = '54968903708000001'
export const jpyAccount = '54968903708000002'

/** A client that speaks JSON, as curl would. */
export function pinClient(url: string, accessToken = token) {
  const send = async (method: string, path: string, body?: unknown): Promise<PinAnswer> => {
    const response = await fetch(`${url}/pinterest/v5/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as PinBody }
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown) => send('POST', path, body),
    patch: (path: string, body: unknown) => send('PATCH', path, body),
    async items(path: string): Promise<PinItem[]> {
      return (await send('GET', path)).body.items ?? []
    },
  }
}

export type PinClient = ReturnType<typeof pinClient>

export async function pictureSource(): Promise<object> {
  const bytes = await drawSampleImage(120, 180, 1)
  return { source_type: 'image_base64', content_type: 'image/png', data: bytes.toString('base64') }
}

/** A pin on the company's first board, and an ad group to promote it in. */
export async function preparePin(client: PinClient): Promise<{ pinId: string; groupId: string; boardId: string }> {
  const [board] = await client.items('boards')
  const [group] = await client.items(`ad_accounts/${usdAccount}/ad_groups`)
  const { body } = await client.post('pins', {
    board_id: board!.id,
    title: 'Lamp',
    link: 'https://shop.example/lamp',
    media_source: await pictureSource(),
  })
  return { pinId: body.id!, groupId: group!.id!, boardId: board!.id! }
}
