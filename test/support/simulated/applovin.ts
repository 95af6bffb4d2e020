import { accountIdsOf } from '../applovin/applovin.ts'
import { drawSampleImage } from '../../../sandbox/core/media/sample-image.ts'
import { buildSampleVideo } from '../../../sandbox/core/media/sample-video.ts'

export const key = 'sandbox-applovin-key'
export const reportKey = 'sandbox-applovin-report-key'
export const [gamesAccount, shopAccount] = accountIdsOf('default') as [string, string]

type Fields = Record<string, unknown>

/** The platform's answer, loosely typed: tests look into it. */
export interface AppAnswer<T = Fields> {
  status: number
  headers: Headers
  /** What the headers of an error say. */
  code: string | null
  message: string | null
  body: T
}

export function appClient(url: string, accountId = gamesAccount, authorization = key) {
  async function send<T>(method: string, path: string, body?: object): Promise<AppAnswer<T>> {
    const joint = path.includes('?') ? '&' : '?'
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/applovin/manage/v1/${path}${joint}account_id=${accountId}`, {
      method,
      headers: { authorization, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      body: isForm ? body : body && JSON.stringify(body),
    })
    const text = await response.text()
    const { headers, status } = response
    const parsed = status === 200 ? (JSON.parse(text) as T) : ({} as T)
    const [code, message] = [headers.get('x-al-error-code'), headers.get('x-al-error-message')]
    return { status, headers, code, message, body: parsed }
  }
  return {
    get: <T = Fields>(path: string) => send<T>('GET', path),
    list: async (path: string) => (await send<Fields[]>('GET', path)).body,
    post: <T = Fields>(path: string, body: object) => send<T>('POST', path, body),
    /** Sends files; answers what became of them. */
    async upload(...files: { name: string; type: string; bytes: Buffer }[]) {
      const form = new FormData()
      for (const { name, type, bytes } of files) form.append('files', new File([new Uint8Array(bytes)], name, { type }))
      const { body } = await send<{ upload_id: string }>('POST', 'asset/upload', form)
      return (await send<UploadResult>('GET', `asset/upload_result?upload_id=${body.upload_id}`)).body
    },
  }
}

interface UploadResult {
  upload_status: string
  summary: Record<string, number>
  details: { id: string | null; name: string; file_status: string; error_message: string | null }[]
}

export async function sampleFiles() {
  const picture = (width: number, height: number) => drawSampleImage(width, height, 1)
  return {
    film: { name: 'film.mp4', type: 'video/mp4', bytes: buildSampleVideo(1080, 1920, 1) },
    end: { name: 'end.png', type: 'image/png', bytes: await picture(108, 192) },
    banner: { name: 'banner.png', type: 'image/png', bytes: await picture(320, 50) },
    page: { name: 'play.html', type: 'text/html', bytes: Buffer.from('<html></html>') },
    broken: { name: 'broken.png', type: 'image/png', bytes: Buffer.from('nothing') },
  }
}

/** A campaign of an app that passes every rule. */
export function appCampaign(more: Fields = {}): Fields {
  return {
    type: 'APP',
    name: 'Fresh',
    platform: 'ANDROID',
    package_name: 'com.example.app',
    start_date: new Date(Date.now() + 60_000).toISOString().slice(0, 19),
    is_continuous_delivery: true,
    bidding_strategy: 'TARGET_GOAL_WITH_CPI_BILLING',
    budget: { daily_budget_for_all_countries: '100' },
    goal: { goal_type: 'CPI', goal_value_for_all_countries: '2' },
    targeting: [{ country_code: 'US' }],
    tracking: { tracking_method: 'ADJUST' },
    ...more,
  }
}

export interface ReportAnswer {
  status: number
  body: { code: number; results?: Record<string, string>[]; error?: string }
}

export async function askReport(url: string, query: Record<string, string>): Promise<ReportAnswer> {
  const asked = { api_key: reportKey, report_type: 'advertiser', format: 'json', ...query }
  const response = await fetch(`${url}/applovin/report?${new URLSearchParams(asked).toString()}`)
  return { status: response.status, body: (await response.json()) as ReportAnswer['body'] }
}
