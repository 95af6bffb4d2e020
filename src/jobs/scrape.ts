import { forgottenScrapes, scrapeTask } from '../core/research/scrape/scrapes.ts'
import { runScrape } from '../core/research/scrape/run-scrape.ts'
import type { UrlFetcher } from '../files/fetch/fetch-url.ts'
import type { Task } from './task.ts'

/** Reads pages of the web for whoever asked. */
export function scrapePages(pages: UrlFetcher): Task {
  return {
    name: scrapeTask,
    places: 4,
    placesPerCompany: 2,
    mayTakeSeconds: 120,
    forgotten: forgottenScrapes,
    run: (deps, task) => runScrape({ ...deps, pages }, task),
  }
}
