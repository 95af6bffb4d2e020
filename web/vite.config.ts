import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** While the dashboard is worked on: whose API the page calls. */
const service = process.env.FLIGHTDECK_URL ?? 'http://localhost:8080'

/** What every view needs comes as one file: twenty small ones take longer than one. */
const base =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-store|store|react-query|query-core))\/|client\/src\/|web\/src\/(app|data)\//

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // Files find each other from where they are; the service writes into the page where they lie, which may be below a path.
  base: './',
  // Nothing is inlined as data: or script, so that the content policy can stay strict.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: base }] } } },
  },
  server: { proxy: { '/v1': service, '/api': service, '/media': service, '/docs': service } },
})
