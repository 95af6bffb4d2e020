/** What each error code means to whoever reads it: what happened, and what to do next. */
export const codes: Record<string, string> = {
  bad_request: 'Die Anfrage wurde so nicht verstanden. Prüfen Sie Ihre Eingaben.',
  unauthorized: 'Sie sind nicht mehr angemeldet. Melden Sie sich noch einmal an.',
  forbidden: 'Das dürfen Sie mit Ihrer Rolle nicht. Fragen Sie jemanden aus der Verwaltung.',
  guard_refused: 'Eine Schutzregel lässt das nicht zu. Es wurde nichts geändert.',
  sign_in_first: 'Melden Sie sich dafür zuerst an.',
  step_up_required: 'Dafür müssen Sie sich noch einmal anmelden.',
  not_found: 'Das gibt es nicht oder nicht mehr.',
  method_not_allowed: 'Das ist hier nicht möglich.',
  conflict: 'Inzwischen hat sich etwas geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  approval_required: 'Das wartet jetzt auf eine Freigabe.',
  invite_expired: 'Die Einladung ist abgelaufen. Bitten Sie um eine neue.',
  payload_too_large: 'Das ist zu groß. Senden Sie weniger auf einmal.',
  unsupported_media_type: 'Diese Art von Datei wird nicht angenommen.',
  unprocessable_entity: 'So geht es noch nicht: Unten steht, was nicht stimmt.',
  rate_limit_exceeded: 'Das waren zu viele Anfragen in kurzer Zeit. Warten Sie einen Moment.',
  internal_server_error: 'In Flightdeck ist etwas schiefgegangen. Versuchen Sie es noch einmal.',
  unsupported_operation: 'Das kann diese Plattform nicht.',
  platform_error: 'Die Plattform hat das abgelehnt. Unten steht, was sie sagt.',
  platform_unavailable: 'Die Plattform antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',
  service_unavailable: 'Flightdeck ist gerade nicht bereit. Versuchen Sie es gleich noch einmal.',
}

/** The service's own words for states, levels and the like. */
export const words: Record<string, string> = {}
