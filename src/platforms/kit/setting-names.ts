/** Words as a setting of the environment is written. */
export function settingWord(words: string): string {
  return words.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase()
}

/** Which version of a platform's interface is spoken, where several are known: LINKEDIN_API_VERSION. */
export function versionSetting(platform: string): string {
  return `${settingWord(platform)}_API_VERSION`
}
