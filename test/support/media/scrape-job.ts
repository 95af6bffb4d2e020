/** What is answered of the reading of a page. */
export interface ScrapeJob {
  jobId: number
  status: string
  progress: number
  failure: { code: string; message: string } | null
  result: {
    page: { url: string; title: string }
    ads: { title: string; mediaUrls: string[] }[]
    media: { type: string; url: string }[]
    metaTags: { name: string }[]
  } | null
  finishedAt: string | null
  expiresAt: string | null
}
