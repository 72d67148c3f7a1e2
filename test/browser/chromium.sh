#!/bin/bash
# Chromium without pages of its own beside those of a test: what proposes addresses would start a process for each window,
# and a spare process would stand by. Added to the list that Playwright gives, as a second list would replace it.
exec chromium "${@/#--disable-features=/--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,}"
