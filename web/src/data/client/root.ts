/** Behind a proxy the service may live below a path; the page is told which when it is served. Empty: it does not. */
export const root = document.querySelector<HTMLMetaElement>('meta[name="root"]')?.content ?? ''
