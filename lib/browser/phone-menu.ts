/** Of the disclosure that shows the sidebar on a phone. */
export const phoneMenuId = "phone-menu";

/** The sidebar's search box is in it. */
export function openPhoneMenu(isOpen: boolean): void {
  document.getElementById(phoneMenuId)?.toggleAttribute("open", isOpen);
}
