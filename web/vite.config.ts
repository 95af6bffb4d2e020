import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/** While the dashboard is worked on: whose API the page calls. */
const service = process.env.FLIGHTDECK_URL ?? 'http://localhost:8080'

/** Signing in needs these, the dashboard those besides: each comes as one file, because twenty small ones take longer. */
const first =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-query|query-core)|lucide-react\/dist\/esm(?!\/icons))\/|lucide-react\/dist\/esm\/icons\/(fingerprint|loader)|vite\/preload-helper|client\/src\/(?!sheet\/)|web\/src\/(data\/(nouns|consent-request|form\/(use-form|fields)|client\/(page-words|asked-ahead|query-client|write|connection-state|store|stored|reach|refusal|root|flightdeck)|session\/(session|step-up|passkey|mails))|ui\/(words\/locale|answer|say|button|page|problem|field|classes)|languages\/\w+|lazy-page)\./
/** What pages ask besides the first, of the same kind. */
const rest =
  /web\/src\/data\/(campaigns\/[\w-]+|launch\/(handed-draft|handed-media|templates|launch-key|drafts|launches|media|ad-preview|names)|session\/(workspaces|people)|client\/stream-places|instance|ends|audit|assistants|creatives|pictures|research)\./
const then = /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\/|web\/src\/(app|data)\//

/** What begins before anything else has come stands in the page itself; the service tells the browser what it has to be, to its hash. */
const begin: Plugin = {
  name: 'begin',
  async transformIndexHtml(html) {
    const lines = (await readFile(join(import.meta.dirname, 'begin.js'), 'utf8')).split('\n')
    return html.replace(
      '<!-- begin.js -->',
      `<script>${lines.filter((line) => !line.startsWith('//')).join('\n')}</script>`,
    )
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), begin],
  // Files find each other from where they are; the service writes into the page where they lie, which may be below a path.
  base: './',
  // Nothing is inlined as data:, so that the content policy can stay strict.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: first },
            { name: 'then', test: (id) => then.test(id) && !rest.test(id) },
            { name: 'rest', test: rest },
          ],
        },
      },
    },
  },
  server: { proxy: { '/v1': service, '/api': service, '/media': service, '/docs': service } },
})
